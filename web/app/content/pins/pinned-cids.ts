/** What is pinned with everything in it. */
export interface PinnedCids {
  has(cid: string): boolean
  /** Reads the pins again and shows their first page. */
  refresh(): Promise<void>
}
