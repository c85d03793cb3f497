import { piecesOf } from '../../codec/pieces-of.ts'
import {
  type HeldContent,
  isHeld,
  isHeldContent,
  isStream,
  type Upload,
  type UploadEntry,
  type UploadFile,
  uploadEntries,
} from './upload.ts'

/** What `fetch` needs to send an upload. */
export interface EncodedBody {
  readonly body: Blob | ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
  readonly duplex?: 'half'
}

/**
 * Encodes an upload as `multipart/form-data`. Where streams cannot be sent, those that it holds are put into
 * Blobs first, which browsers keep on disk; Blobs themselves are never read here.
 */
export async function multipartBody(
  upload: Upload,
  { canStream, signal }: { readonly canStream: boolean; readonly signal: AbortSignal },
): Promise<EncodedBody> {
  // The platform's own boundary: nobody who wrote the content can know it.
  const type = new Response(new FormData()).headers.get('Content-Type') ?? ''
  const boundary = type.slice(type.indexOf('boundary=') + 'boundary='.length)
  const headers = { 'Content-Type': type }
  if (canStream && !isHeld(upload)) {
    return { body: byteStream(streamedParts(upload, boundary), { signal }), headers, duplex: 'half' }
  }
  const held: HeldContent[] = []
  for await (const piece of pieces(upload, boundary))
    held.push(isHeldContent(piece) ? piece : await spooled(piece, { signal }))
  return { body: new Blob(held), headers }
}

type Piece = UploadFile['content']

async function* pieces(upload: Upload, boundary: string): AsyncGenerator<Piece, void> {
  for await (const entry of uploadEntries(upload)) {
    yield head(entry, boundary)
    if (entry.kind !== 'directory') yield entry.content
    yield '\r\n'
  }
  yield `--${boundary}--\r\n`
}

/** Path and metadata travel as the wire wants them: URL-encoded, and in the query of the field's name. */
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

async function* streamedParts(upload: Upload, boundary: string): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  for await (const piece of pieces(upload, boundary)) {
    if (typeof piece === 'string') yield encoder.encode(piece)
    else if (piece instanceof Blob) yield* piecesOf(piece.stream())
    else if (isStream(piece)) yield* piecesOf(piece)
    else if (isHeldContent(piece)) yield new Uint8Array(piece)
    else yield* piece
  }
}

function spooled(
  content: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Blob> {
  const stream = isStream(content) ? content : byteStream(content[Symbol.asyncIterator](), { signal })
  return new Response(stream).blob()
}

/** Once the signal aborts nothing more is taken of the source: not every engine lets go of a body by itself. */
function byteStream(
  source: AsyncIterator<Uint8Array>,
  { signal }: { readonly signal: AbortSignal },
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start() {
        const leave = () => source.return?.().catch(() => undefined)
        signal.addEventListener('abort', leave, { once: true })
      },
      async pull(controller) {
        signal.throwIfAborted()
        const { done, value } = await source.next()
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
