import type { SendInit } from '../hosts/host.ts'

/** One part of a request body, as it goes over the wire. */
export interface FormPart {
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>
}

const BOUNDARY = 'tidepool-test-boundary-7d1c2a'
const ENCODER = new TextEncoder()

/** A file part; the path is URL-encoded as the API wants it, and a nameless file has none. */
export function file(
  path: string,
  content: FormPart['content'],
  headers: Record<string, string> = {},
): FormPart {
  return {
    headers: { ...disposition(path), 'Content-Type': 'application/octet-stream', ...headers },
    content,
  }
}

export function directory(path: string, headers: Record<string, string> = {}): FormPart {
  return {
    headers: { ...disposition(path), 'Content-Type': 'application/x-directory', ...headers },
    content: '',
  }
}

export function symlink(path: string, target: string, headers: Record<string, string> = {}): FormPart {
  return {
    headers: { ...disposition(path), 'Content-Type': 'application/symlink', ...headers },
    content: target,
  }
}

/** A POST with these parts as one body of known length. The contents must be texts or bytes. */
export function form(...parts: readonly FormPart[]): SendInit {
  const pieces: BlobPart[] = []
  for (const { headers, content } of parts) {
    if (typeof content !== 'string' && !(content instanceof Uint8Array))
      throw new TypeError('use streamedForm()')
    pieces.push(head(headers), typeof content === 'string' ? content : content.slice(), '\r\n')
  }
  pieces.push(`--${BOUNDARY}--\r\n`)
  return { method: 'POST', headers: { 'Content-Type': contentType() }, body: new Blob(pieces) }
}

/** The same as a stream, so that a body of any size takes no memory. */
export function streamedForm(...parts: readonly FormPart[]): SendInit {
  const bytes = stream(parts)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return()
      },
    },
    { highWaterMark: 0 },
  )
  return { method: 'POST', headers: { 'Content-Type': contentType() }, body, duplex: 'half' }
}

async function* stream(parts: readonly FormPart[]): AsyncGenerator<Uint8Array, void> {
  for (const { headers, content } of parts) {
    yield ENCODER.encode(head(headers))
    if (typeof content === 'string') yield ENCODER.encode(content)
    else if (content instanceof Uint8Array) yield content
    else yield* content
    yield ENCODER.encode('\r\n')
  }
  yield ENCODER.encode(`--${BOUNDARY}--\r\n`)
}

function head(headers: FormPart['headers']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `--${BOUNDARY}\r\n${lines.join('')}\r\n`
}

function disposition(path: string): Record<string, string> {
  const filename = path === '' ? '' : `; filename="${encodeURIComponent(path)}"`
  return { 'Content-Disposition': `form-data; name="file"${filename}` }
}

function contentType(): string {
  return `multipart/form-data; boundary=${BOUNDARY}`
}
