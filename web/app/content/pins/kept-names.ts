import { remembered } from '../../remembered.ts'

/** A root that is pinned in this browser, and what the page remembers about it. */
export interface Kept {
  readonly cid: string
  /** Absent when it was not added by this page. */
  readonly name?: string
  readonly sizeBytes?: number
  readonly isFolder?: boolean
}

const MAX_NAMES = 5_000

const names = remembered<Kept>('kept-names', MAX_NAMES)

/** Remembers the names of added files: the node stores content, and a CID has no name. */
export function rememberNames(added: readonly Kept[]): Promise<void> {
  return names.add(added.map((kept) => [kept.cid, kept]))
}

/** The remembered roots by CID, in the order in which they were added. */
export function recallNames(): Promise<ReadonlyMap<string, Kept>> {
  return names.read()
}
