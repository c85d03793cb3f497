import { DomainError } from '../src/errors.ts'
import { isWhole } from '../src/http/whole-response.ts'

/** Smaller bodies are collected before they are sent, which is cheaper than a stream. */
const SMALL_BYTES = 64 * 1024

/**
 * Makes sure that the response is sent with its `Content-Length`. workerd sends streams from scripts in chunks,
 * without the header, and ends them cleanly after an error. With a declared length, the client can detect a
 * truncated body.
 */
export async function declaredLength(response: Response): Promise<Response> {
  if (isWhole(response)) return response
  const length = response.headers.get('Content-Length')
  if (response.body === null || length === null) return response
  const size = Number(length)
  const body = size <= SMALL_BYTES ? await whole(response, size) : fixedLength(response.body, size)
  const declared = new Response(body, response)
  // Compression would change the length and delay the body.
  if (!declared.headers.has('Content-Encoding')) declared.headers.set('Content-Encoding', 'identity')
  return declared
}

function fixedLength(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(length)
  // An error of the source aborts the readable side, where the client sees it.
  body.pipeTo(writable).catch(() => undefined)
  return readable
}

/** Collects the body. Returns a stream that fails if the source failed or has too few bytes. */
async function whole(response: Response, length: number): Promise<ArrayBuffer | ReadableStream<Uint8Array>> {
  const { readable, writable } = new FixedLengthStream(length)
  try {
    const bytes = await response.arrayBuffer()
    if (bytes.byteLength === length) return bytes
    throw new DomainError(
      'corrupt',
      `Cannot send body of ${length} bytes: it ended after ${bytes.byteLength}`,
    )
  } catch (reason) {
    writable.abort(reason).catch(() => undefined)
    return readable
  }
}
