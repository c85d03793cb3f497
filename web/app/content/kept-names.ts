import { remembered } from '../remembered.ts'

/** One root that is pinned here, and what the page remembers of it. */
export interface Kept {
  readonly cid: string
  /** Absent when it was not added by this page. */
  readonly name?: string
  readonly sizeBytes?: number
  readonly isFolder?: boolean
}

const MOST_NAMES = 5_000

const names = remembered<Kept>('kept-names', MOST_NAMES)

/** Remembers the names of what was added: the node keeps content, and a CID has no name. */
export function rememberNames(added: readonly Kept[]): Promise<void> {
  return names.add(added.map((kept) => [kept.cid, kept]))
}

/** What is remembered, by CID, in the order of adding. */
export function recalled(): Promise<ReadonlyMap<string, Kept>> {
  return names.read()
}
