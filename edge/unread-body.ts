import { isReadWhole } from '../src/http/whole-body.ts'
import type { EdgePorts } from './edge-ports.ts'

/** At most this much of an unread body is read. A client that sends more may not see the error response. */
const LIMIT_BYTES = 8 * 1024 * 1024

/** A client that sends nothing for this long is not waited for. */
const PATIENCE_MS = 1000
/** Nor is one that has sent little by little for this long. */
const LIMIT_MS = 10_000

/**
 * Reads the rest of a request body before the response begins or ends: up to 8 MiB, while the client keeps sending,
 * and for ten seconds at most. The runtime resets the connection of a body that is not read to its end, and many
 * clients would then not see why they were refused.
 */
export async function afterUnreadBody(
  request: Request,
  response: Response,
  counts: Pick<EdgePorts, 'countRead'>,
): Promise<Response> {
  if (request.headers.get('Content-Length') === '0') return response
  const { body } = request
  if (!body || isReadWhole(body)) return response
  if (!body.locked) {
    await drain(request, counts)
    return response
  }
  // The command is still reading: the rest is read after the last byte of its response.
  if (!response.body) return response
  const ending = new TransformStream<Uint8Array, Uint8Array>({ flush: () => drain(request, counts) })
  return new Response(response.body.pipeThrough(ending), response)
}

async function drain({ body, signal }: Request, { countRead }: Pick<EdgePorts, 'countRead'>): Promise<void> {
  if (!body || body.locked) return
  const reader = body.getReader()
  try {
    const endMs = Date.now() + LIMIT_MS
    for (let leftBytes = LIMIT_BYTES; leftBytes > 0 && !signal.aborted && Date.now() < endMs; ) {
      const step = await withinTime(reader.read())
      if (step === undefined || step.done) return
      leftBytes -= step.value.byteLength
      countRead(step.value.byteLength)
    }
  } catch {
    // The client has disconnected.
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function withinTime<T>(read: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  try {
    return await Promise.race([read, promise])
  } finally {
    clearTimeout(timer)
  }
}
