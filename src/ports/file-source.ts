/** When a file was last changed: seconds since the epoch and the nanoseconds beyond. */
export interface Mtime {
  readonly seconds: number
  readonly nanoseconds?: number
}

interface EntryMetadata {
  /** Slash-separated, relative, cleaned: no empty, `.` or `..` segment. Empty for a nameless file. */
  readonly path: string
  /** Permission bits, as in `0o644`. */
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

export interface FileEntry extends EntryMetadata {
  readonly kind: 'file'
  /** Read once, before the next entry is taken. */
  readonly content: AsyncIterable<Uint8Array>
  /** Where the sender says the bytes can be read again: a path or a URL. */
  readonly location?: string | undefined
}

export interface DirectoryEntry extends EntryMetadata {
  readonly kind: 'directory'
}

export interface SymlinkEntry extends EntryMetadata {
  readonly kind: 'symlink'
  readonly target: string
}

export type SourceEntry = FileEntry | DirectoryEntry | SymlinkEntry

/** Multipart parts, dropped files, tar entries and URLs all become this, depth first where they can. */
export type FileSource = AsyncIterable<SourceEntry>
