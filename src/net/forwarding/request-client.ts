import { DomainError } from '../../errors.ts'
import type { TunnelClient } from './forwarding.ts'

/** No address leads to a caller in this process. */
const ORIGIN_ADDRESS = '/memory/0'

export interface RequestClient {
  readonly client: TunnelClient
  /** Its body is what the peer sends. Cancelling it drops the connection. */
  readonly response: Response
}

/** A client of a tunnel that sends the body of a request, while it reads that of the response. */
export function requestClient({ body, signal }: Pick<Request, 'body' | 'signal'>): RequestClient {
  const sent = breakableStream()
  const received = breakableStream()
  const abort = () => {
    sent.break()
    received.break()
  }
  signal.addEventListener('abort', abort, { once: true })
  body?.pipeTo(sent.writable).catch(abort)
  const reader = received.readable.getReader()
  const answer = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: abort,
    },
    { highWaterMark: 0 },
  )
  return {
    client: {
      socket: { readable: sent.readable, writable: received.writable, abort },
      originAddress: ORIGIN_ADDRESS,
    },
    response: new Response(answer, { headers: { 'Content-Type': 'application/octet-stream' } }),
  }
}

function breakableStream() {
  let controller: TransformStreamDefaultController<Uint8Array> | undefined
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const gone = () => new DomainError('unavailable', 'Cannot go on: the connection with the peer is over')
  return { readable, writable, break: () => controller?.error(gone()) }
}
