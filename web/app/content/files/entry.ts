/** One entry of a folder. */
export interface FolderEntry {
  readonly name: string
  readonly cid: string
  readonly isFolder: boolean
  /** Bytes of the content; 0 for a folder. */
  readonly sizeBytes: number
}

/** An entry with its whole path. */
export interface Item extends FolderEntry {
  readonly path: string
}
