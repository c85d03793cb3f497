/** So much of an unread body is taken in; a client that sends more learns by luck of what was wrong. */
const LIMIT_BYTES = 8 * 1024 * 1024

/** A sender that stands still is not waited for longer. */
const PATIENCE_MS = 1000

/**
 * The response, which begins or ends only after what the caller is still sending was taken in: up to 8 MiB and
 * for as long as it goes on sending. The runtime resets the connection of a body that nobody reads to its end,
 * and then many clients never see why they were refused.
 */
export async function afterUnread(request: Request, response: Response): Promise<Response> {
  if (!request.body || request.headers.get('Content-Length') === '0') return response
  if (!request.body.locked) {
    await takeIn(request)
    return response
  }
  // The command still reads: what it leaves is taken in behind its last line.
  if (!response.body) return response
  const ending = new TransformStream<Uint8Array, Uint8Array>({ flush: () => takeIn(request) })
  return new Response(response.body.pipeThrough(ending), response)
}

async function takeIn({ body, signal }: Request): Promise<void> {
  if (!body || body.locked) return
  const reader = body.getReader()
  try {
    for (let leftBytes = LIMIT_BYTES; leftBytes > 0 && !signal.aborted; ) {
      const step = await withinPatience(reader.read())
      if (step === undefined || step.done) return
      leftBytes -= step.value.byteLength
    }
  } catch {
    // The sender has left: nobody waits for the answer.
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function withinPatience<T>(read: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  try {
    return await Promise.race([read, promise])
  } finally {
    clearTimeout(timer)
  }
}
