/** Content to send. */
export type UploadContent = string | Uint8Array<ArrayBuffer> | ArrayBuffer | Blob | ReadableStream<Uint8Array>

/** Content that is available at once. */
export type HeldContent = Exclude<UploadContent, ReadableStream>

interface UploadMetadata {
  /** Slash-separated path. Parent directories are created. Without it, the file is nameless. */
  readonly path?: string | undefined
  /** Permission bits, as in `0o644`. */
  readonly mode?: number | undefined
  /**
   * Whole seconds since the epoch, and nanoseconds. If another entry has one, an entry with a mode alone is stored with
   * the time 0, as with the reference's clients.
   */
  readonly mtime?: { readonly seconds: number; readonly nanoseconds?: number } | undefined
}

export interface UploadFile extends UploadMetadata {
  readonly kind?: 'file'
  readonly content: UploadContent | AsyncIterable<Uint8Array>
}

export interface UploadDirectory extends UploadMetadata {
  readonly kind: 'directory'
}

export interface UploadSymlink extends UploadMetadata {
  readonly kind: 'symlink'
  /** The target of the link. */
  readonly content: string
}

/** One part of an upload. */
export type UploadEntry = UploadFile | UploadDirectory | UploadSymlink

/** The file parts of a call: a single content, where a `File` keeps its name, or any number of entries. */
export type Upload = UploadContent | Iterable<UploadEntry> | AsyncIterable<UploadEntry>

/** The entries of an upload of any form. */
export async function* uploadEntries(upload: Upload): AsyncGenerator<UploadEntry, void> {
  if (isContent(upload)) yield { path: upload instanceof File ? upload.name : '', content: upload }
  else yield* upload
}

/** True when all content is available at once, so that it can be sent as one Blob of known length. */
export function isHeld(upload: Upload): boolean {
  if (isContent(upload)) return !isStream(upload)
  return (
    Array.isArray(upload) &&
    upload.every((entry: UploadEntry) => !('content' in entry) || isHeldContent(entry.content))
  )
}

export function isHeldContent(content: UploadFile['content']): content is HeldContent {
  return isContent(content) && !isStream(content)
}

export function isStream(content: unknown): content is ReadableStream<Uint8Array> {
  return content instanceof ReadableStream
}

export function isContent(upload: Upload | UploadFile['content']): upload is UploadContent {
  return (
    typeof upload === 'string' ||
    upload instanceof Uint8Array ||
    upload instanceof ArrayBuffer ||
    upload instanceof Blob ||
    isStream(upload)
  )
}

/**
 * Throws `TypeError` for an entry without content that can be sent, for callers without TypeScript, and for metadata
 * that the node would ignore.
 */
export function assertSendable(entry: UploadEntry): void {
  const { path = '', mode, mtime } = entry
  const numbers = { mode, 'mtime.seconds': mtime?.seconds, 'mtime.nanoseconds': mtime?.nanoseconds }
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined || Number.isSafeInteger(value)) continue
    throw new TypeError(`Cannot send entry "${path}": its ${name} "${value}" is no whole number`)
  }
  if (entry.kind === 'directory' || isContent(entry.content) || isIterable(entry.content)) return
  const advice = entry instanceof Uint8Array ? '; send chunks of bytes as [{ content: chunks }]' : ''
  throw new TypeError(`Cannot send entry "${path}": it has no content${advice}`)
}

function isIterable(content: unknown): boolean {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content
}
