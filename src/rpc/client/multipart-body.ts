import { piecesOf } from '../../codec/bytes/pieces-of.ts'
import { untilAborted } from '../../streams/until-aborted.ts'
import type { UnreadContents } from './unread-contents.ts'
import { type HeldContent, isHeldContent, isStream, type UploadEntry, type UploadFile } from './upload.ts'

/** The parts of a `fetch` call that sends an upload. */
export interface EncodedBody {
  readonly body: Blob | ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
  readonly duplex?: 'half'
}

export interface StreamOptions {
  readonly signal: AbortSignal
  /** Called with the error of a body's source, which `fetch` does not always report. */
  readonly onError: (error: unknown) => void
  /** The contents that nobody has begun to read. */
  readonly unread?: UnreadContents | undefined
}

/**
 * Encodes entries as `multipart/form-data`, as a stream or as one Blob. For a Blob, contents that are streams
 * are first copied into Blobs, which browsers keep on disk. Blobs themselves are not read here.
 */
export async function multipartBody(
  entries: AsyncIterable<UploadEntry>,
  { asStream, ...options }: StreamOptions & { readonly asStream: boolean },
): Promise<EncodedBody> {
  // The platform generates the boundary, so the author of the content cannot know it.
  const type = new Response(new FormData()).headers.get('Content-Type') ?? ''
  const boundary = type.slice(type.indexOf('boundary=') + 'boundary='.length)
  const headers = { 'Content-Type': type }
  if (asStream) {
    return { body: byteStream(streamedParts(entries, boundary, options), options), headers, duplex: 'half' }
  }
  return { body: await untilAborted(spooledParts(entries, boundary, options), options), headers }
}

type Piece = UploadFile['content']

async function* pieces(entries: AsyncIterable<UploadEntry>, boundary: string): AsyncGenerator<Piece, void> {
  for await (const entry of entries) {
    yield head(entry, boundary)
    if (entry.kind !== 'directory') yield entry.content
    yield '\r\n'
  }
  yield `--${boundary}--\r\n`
}

/** Encodes paths and metadata for the wire: URL-encoded, and in the query of the field name. */
function head({ path = '', mode, mtime, kind = 'file' }: UploadEntry, boundary: string): string {
  const query = new URLSearchParams({
    ...(mode !== undefined && { mode: `0${mode.toString(8)}` }),
    ...(mtime && { mtime: String(mtime.seconds), 'mtime-nsecs': String(mtime.nanoseconds ?? 0) }),
  }).toString()
  const name = query === '' ? 'file' : `file?${query}`
  const filename = path === '' ? '' : `; filename="${encodeURIComponent(path)}"`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\nContent-Type: ${TYPES[kind]}\r\n\r\n`
}

const TYPES = {
  file: 'application/octet-stream',
  directory: 'application/x-directory',
  symlink: 'application/symlink',
} as const

async function* streamedParts(
  entries: AsyncIterable<UploadEntry>,
  boundary: string,
  { signal, unread }: StreamOptions,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  for await (const piece of pieces(entries, boundary)) {
    unread?.begin(piece)
    if (typeof piece === 'string') yield encoder.encode(piece)
    else if (piece instanceof Blob) yield* piecesOf(piece.stream(), { signal })
    else if (isStream(piece)) yield* piecesOf(piece, { signal })
    else if (isHeldContent(piece)) yield new Uint8Array(piece)
    else yield* piece
  }
}

async function spooledParts(
  entries: AsyncIterable<UploadEntry>,
  boundary: string,
  options: StreamOptions,
): Promise<Blob> {
  const held: HeldContent[] = []
  for await (const piece of pieces(entries, boundary)) {
    options.signal.throwIfAborted()
    options.unread?.begin(piece)
    held.push(isHeldContent(piece) ? piece : await spooled(piece, options))
  }
  return new Blob(held)
}

function spooled(
  content: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  options: StreamOptions,
): Promise<Blob> {
  const chunks = isStream(content) ? piecesOf(content, options) : content
  return new Response(byteStream(chunks[Symbol.asyncIterator](), options)).blob()
}

/** After an abort no more of the source is read, because not every engine cancels a body by itself. */
function byteStream(
  source: AsyncIterator<Uint8Array>,
  { signal, onError }: StreamOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start() {
        const leave = () => source.return?.().catch(() => undefined)
        signal.addEventListener('abort', leave, { once: true })
      },
      async pull(controller) {
        signal.throwIfAborted()
        const { done, value } = await source.next().catch((error: unknown) => {
          onError(error)
          throw error
        })
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
