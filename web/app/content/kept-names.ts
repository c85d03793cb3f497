/** One root that is pinned here, and what the page remembers of it. */
export interface Kept {
  readonly cid: string
  /** Absent when it was not added by this page. */
  readonly name?: string
  readonly sizeBytes?: number
  readonly isFolder?: boolean
}

const KEY = 'tidepool:kept-names'

const MOST_NAMES = 5_000

/** Remembers the names of what was added: the node keeps content, and a CID has no name. */
export function rememberNames(added: readonly Kept[]): void {
  const names = recalled()
  for (const kept of added) {
    names.delete(kept.cid)
    names.set(kept.cid, kept)
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...names].slice(-MOST_NAMES))))
  } catch {
    // Without room or permission the list shows CIDs alone.
  }
}

/** What is remembered, by CID, in the order of adding. */
export function recalled(): Map<string, Kept> {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}')))
  } catch {
    return new Map()
  }
}
