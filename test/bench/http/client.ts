import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

/** A multipart body whose length is known before it is sent. */
export interface Form {
  readonly boundary: string
  readonly sizeBytes: number
  pieces(): Iterable<Uint8Array>
}

export interface Reply {
  /** Without the body of a reply that was not kept. */
  readonly text: string
  readonly sizeBytes: number
  /** Milliseconds from the request to the first byte of the body. */
  readonly firstByteMs: number
}

export interface Api {
  readonly url: string
  /** POSTs and reads the reply to its end. Rejects for every status but 200. */
  post(path: string, options?: { readonly form?: Form; readonly keep?: boolean }): Promise<Reply>
  close(): void
}

const LONG_BODY_BYTES = 64 * 1024

export interface ConnectOptions {
  /**
   * Whether a connection carries further calls, by default true. Not for calls that are seconds apart: the runtime closes
   * a connection that has been idle for 5 s, at times just when the next call is sent.
   */
  readonly keepAlive?: boolean
}

/** A plain client that costs as little as it can: what is measured is the other side. */
export function connect(apiUrl: string, { keepAlive = true }: ConnectOptions = {}): Api {
  const agent = new Agent({ keepAlive, maxSockets: 64 })
  return {
    url: apiUrl,
    post(path, { form, keep = true } = {}) {
      const start = performance.now()
      const attempt = (resolve: (reply: Promise<Reply>) => void, reject: (error: unknown) => void) => {
        const sent = request(`${apiUrl}/${path}`, {
          method: 'POST',
          // A connection that has just carried a long body may be closed by the host.
          ...(form && form.sizeBytes > LONG_BODY_BYTES ? { agent: false } : { agent }),
          headers: form
            ? {
                'Content-Type': `multipart/form-data; boundary=${form.boundary}`,
                'Content-Length': form.sizeBytes,
              }
            : { 'Content-Length': 0 },
        })
        // A host may close an idle connection just when the next call is sent on it.
        let isAnswered = false
        sent.on('error', (error) => {
          if (sent.reusedSocket && !isAnswered) attempt(resolve, reject)
          else reject(error)
        })
        sent.on('response', (response) => {
          isAnswered = true
          resolve(readReply(response, { keep, start }))
        })
        if (form) send(sent, form).catch(reject)
        else sent.end()
      }
      return new Promise(attempt)
    },
    close: () => agent.destroy(),
  }
}

async function send(sent: ClientRequest, form: Form): Promise<void> {
  for (const piece of form.pieces()) {
    if (sent.destroyed) return
    if (!sent.write(piece)) await drained(sent)
  }
  sent.end()
}

/** Resolves when more can be written, or when it is no longer read. */
function drained(sent: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sent.off('drain', done)
      sent.off('close', done)
      resolve()
    }
    sent.on('drain', done)
    sent.on('close', done)
  })
}

async function readReply(
  response: IncomingMessage,
  { keep, start }: { readonly keep: boolean; readonly start: number },
): Promise<Reply> {
  const kept: Buffer[] = []
  let sizeBytes = 0
  let firstByteMs = 0
  const isFailure = response.statusCode !== 200
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (sizeBytes === 0) firstByteMs = performance.now() - start
    sizeBytes += chunk.byteLength
    if (keep || isFailure) kept.push(chunk)
  }
  const text = Buffer.concat(kept).toString()
  if (isFailure) throw new Error(`${response.statusCode}: ${text.trim()}`)
  const late = /^\{"Message":.*$/m.exec(text)?.[0]
  if (late) throw new Error(late)
  return { text, sizeBytes, firstByteMs }
}
