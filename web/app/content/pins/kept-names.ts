import { remembered } from '../../remembered.ts'

/** A pinned root, and what the page stores about it. */
export interface Kept {
  readonly cid: string
  /** Absent when it was not added by this page. */
  readonly name?: string
  readonly sizeBytes?: number
  readonly isFolder?: boolean
  /** Some names in a folder, found in its root. Never stored. */
  readonly entryNames?: readonly string[]
  /** Absent for content that was just added. */
  readonly type?: 'recursive' | 'direct'
}

const MAX_NAMES = 5_000

const names = remembered<Kept>('kept-names', MAX_NAMES)

/** Roots by CID that earlier versions of the page pinned and stored, in the order in which they were added. */
export function readKeptNames(): Promise<ReadonlyMap<string, Kept>> {
  return names.read()
}
