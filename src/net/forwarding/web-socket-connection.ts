import type { SocketConnection } from '../../ports/socket-targets.ts'

/**
 * Subprotocol of a WebSocket whose both ends acknowledge: a text message is the decimal number of bytes that its
 * sender has taken so far. Neither end sends more than 1 MiB ahead of it.
 */
export const ACKNOWLEDGING = 'acknowledging'

/** The interface that the WebSockets of all hosts have. */
type Socket = Pick<WebSocket, 'addEventListener' | 'close' | 'send'>

const AHEAD_BYTES = 1024 * 1024

/** An acknowledgment is sent for this many bytes. */
const STEP_BYTES = 256 * 1024

/** Unread bytes of a client that does not wait for acknowledgments. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024

/** Bytes to all clients that do not acknowledge: the runtime does not report how many of them are still in memory. */
const MAX_UNACKNOWLEDGED_BYTES = 64 * 1024 * 1024

const NORMAL = 1000
const TOO_MUCH = 1009
const FAILED = 1011

const ENCODER = new TextEncoder()

/** Creates connections whose clients without acknowledgments share one bound. */
export function webSocketConnections() {
  const shared = { bytes: 0 }
  return (socket: Socket, options: { readonly isAcknowledging: boolean }): SocketConnection =>
    connection(socket, { ...options, shared })
}

interface ConnectionOptions {
  readonly isAcknowledging: boolean
  /** Unacknowledged bytes of all connections. */
  readonly shared: { bytes: number }
}

/** The bytes of the binary messages of an accepted or open WebSocket, which delivers them as an ArrayBuffer. */
function connection(socket: Socket, { isAcknowledging, shared }: ConnectionOptions): SocketConnection {
  let isOpen = true
  let sent = 0
  let acknowledged = 0
  let received = 0
  let told = 0
  let room = Promise.withResolvers<void>()
  let incoming: ReadableStreamDefaultController<Uint8Array> | undefined
  let outgoing: WritableStreamDefaultController | undefined

  /** Frees what the connection holds. Nothing is sent or delivered afterwards. */
  const end = (error?: Error) => {
    if (!isOpen) return
    isOpen = false
    if (!isAcknowledging) shared.bytes -= sent
    if (error) incoming?.error(error)
    else incoming?.close()
    outgoing?.error(error ?? new Error('The WebSocket is closed'))
    room.resolve()
  }
  const fail = (code: number, reason: string) => {
    if (isOpen) socket.close(code, reason)
    end(new Error(reason))
  }
  const take = (bytes: Uint8Array) => {
    received += bytes.byteLength
    incoming?.enqueue(bytes)
    if ((incoming?.desiredSize ?? 0) < 0) fail(TOO_MUCH, 'More is sent than the other end reads')
  }
  const acknowledge = (text: string) => {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : -1
    if (count < acknowledged || count > sent) return fail(FAILED, 'Not a number of received bytes')
    acknowledged = count
    room.resolve()
    room = Promise.withResolvers()
  }
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    if (!isOpen) return
    if (typeof data !== 'string') take(new Uint8Array(data as ArrayBuffer))
    else if (isAcknowledging) acknowledge(data)
    else take(ENCODER.encode(data))
  })
  socket.addEventListener('close', () => end())
  socket.addEventListener('error', () => end(new Error('The WebSocket failed')))

  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming = controller
      },
      pull(controller) {
        const taken = received - (MAX_UNREAD_BYTES - (controller.desiredSize ?? 0))
        if (!isAcknowledging || taken - told < STEP_BYTES) return
        told = taken
        socket.send(String(taken))
      },
      cancel: () => fail(NORMAL, ''),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  )
  const writable = new WritableStream<Uint8Array>({
    start(controller) {
      outgoing = controller
    },
    async write(bytes) {
      // A copy: the runtime sends later.
      socket.send(bytes.slice())
      sent += bytes.byteLength
      while (isAcknowledging && isOpen && sent - acknowledged > AHEAD_BYTES) await room.promise
      if (isAcknowledging || !isOpen) return
      shared.bytes += bytes.byteLength
      if (shared.bytes > MAX_UNACKNOWLEDGED_BYTES) {
        fail(TOO_MUCH, `Reconnect, or acknowledge with the subprotocol ${ACKNOWLEDGING}`)
      }
    },
    close() {
      if (isOpen) socket.close(NORMAL)
      end()
    },
    abort: () => fail(FAILED, 'The tunnel is closed'),
  })
  return { readable, writable, abort: () => fail(FAILED, 'The tunnel is closed') }
}
