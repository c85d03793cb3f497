import { isWhole } from '../src/http/whole-response.ts'

/** So much is taken in before it is sent, which costs less than a stream. */
const SMALL_BYTES = 64 * 1024

/**
 * The response with its `Content-Length` in force. workerd sends a stream made by a script in chunks and drops
 * the header, and ends it cleanly when it errors: with a length declared, a cut is visible to the client.
 */
export async function declaredLength(response: Response): Promise<Response> {
  if (isWhole(response)) return response
  const length = response.headers.get('Content-Length')
  if (response.body === null || length === null) return response
  const size = Number(length)
  const body = size <= SMALL_BYTES ? await whole(response, size) : fixedLength(response.body, size)
  const declared = new Response(body, response)
  // Compressed on the way, the body would have another length, and be held back.
  if (!declared.headers.has('Content-Encoding')) declared.headers.set('Content-Encoding', 'identity')
  return declared
}

function fixedLength(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length)
  // An error of the source aborts the readable side, which is where the client sees it.
  body.pipeTo(writable).catch(() => undefined)
  return readable
}

/** All bytes of the body, or a stream that breaks off, as it did or because they are too few. */
async function whole(response: Response, length: number): Promise<ArrayBuffer | ReadableStream<Uint8Array>> {
  const bytes = await response.arrayBuffer().catch(() => undefined)
  if (bytes?.byteLength === length) return bytes
  const { readable, writable } = new FixedLengthStream(length)
  writable.abort(new Error('The body ended early')).catch(() => undefined)
  return readable
}
