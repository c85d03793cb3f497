/** Modification time: seconds since the epoch, and nanoseconds. */
export interface Mtime {
  readonly seconds: number
  readonly nanoseconds?: number
}

interface EntryMetadata {
  /** Relative path, separated by slashes, without empty, `.` or `..` segments. Empty for a nameless file. */
  readonly path: string
  /** Permission bits, as in `0o644`. */
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
  /** What the sender says of mode and time, whether it is to be kept or not. The events of an add repeat it. */
  readonly sent?: SentMetadata | undefined
}

/** The mode is in the sender's form, so it may have the bits of a type. */
export interface SentMetadata {
  readonly mode?: number | undefined
  readonly mtime?: Mtime | undefined
}

export interface FileEntry extends EntryMetadata {
  readonly kind: 'file'
  /** Can be read once, before the next entry is taken. */
  readonly content: AsyncIterable<Uint8Array>
  /** Path or URL from which, according to the sender, the bytes can be read again. */
  readonly location?: string | undefined
}

export interface DirectoryEntry extends EntryMetadata {
  readonly kind: 'directory'
}

export interface SymlinkEntry extends EntryMetadata {
  readonly kind: 'symlink'
  /** Bytes as a file system has them, which need not be UTF-8, or a text. */
  readonly target: Uint8Array | string
}

export type SourceEntry = FileEntry | DirectoryEntry | SymlinkEntry

/** The common form of multipart parts, dropped files, tar entries and URLs. Depth first where possible. */
export type FileSource = AsyncIterable<SourceEntry>
