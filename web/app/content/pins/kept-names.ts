import { remembered } from '../../remembered.ts'

/** A root that is pinned, and what the page remembers about it. */
export interface Kept {
  readonly cid: string
  /** Absent when it was not added by this page. */
  readonly name?: string
  readonly sizeBytes?: number
  readonly isFolder?: boolean
  /** Absent for content that was just added. */
  readonly type?: 'recursive' | 'direct'
}

const MAX_NAMES = 5_000

const names = remembered<Kept>('kept-names', MAX_NAMES)

/** Roots by CID that earlier versions of the page pinned and remembered, in the order in which they were added. */
export function recallNames(): Promise<ReadonlyMap<string, Kept>> {
  return names.read()
}
