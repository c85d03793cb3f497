/** The CIDs that are pinned recursively. */
export interface PinnedCids {
  has(cid: string): boolean
  /** Reads the pins again and shows their first page. */
  refresh(): Promise<void>
}
