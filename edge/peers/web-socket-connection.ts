import {
  AbstractMultiaddrConnection,
  type AbstractMultiaddrConnectionInit,
  type SendResult,
} from '@libp2p/utils'

/** The socket of a peer that the runtime has given to this side. */
type Socket = Pick<WebSocket, 'accept' | 'addEventListener' | 'binaryType' | 'close' | 'send'>

/** Codes that this side may send; 1006, which other transports send for a reset, throws. */
const CLOSED_NORMALLY = 1000
const RESET = 1011

/** A short encrypted frame and its length are sent in one message: a message costs more than the copy. */
const JOINED_BELOW_BYTES = 4 * 1024

/** Bytes in one or more pieces. */
type Pieces = Iterable<Uint8Array> & { readonly byteLength: number; subarray(): Uint8Array }

interface WebSocketConnectionOptions extends AbstractMultiaddrConnectionInit {
  readonly socket: Socket
}

/**
 * A connection over a WebSocket of this runtime. The socket reports no buffered amount: `boundSent` bounds what is sent
 * to a peer that does not read, the stream's read buffer bounds what is received.
 */
export class WebSocketConnection extends AbstractMultiaddrConnection {
  readonly #socket: Socket

  constructor({ socket, ...options }: WebSocketConnectionOptions) {
    super(options)
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.onData(new Uint8Array(data))
      else this.abort(new TypeError('The peer sent a text frame'))
    })
    socket.addEventListener('close', ({ wasClean }) => {
      if (wasClean) this.onTransportClosed()
      else this.onRemoteReset()
    })
    socket.addEventListener('error', () => this.onRemoteReset())
    // Otherwise frames arrive as Blobs.
    socket.binaryType = 'arraybuffer'
    socket.accept()
  }

  override sendData(data: Pieces): SendResult {
    if (data.byteLength < JOINED_BELOW_BYTES) this.#socket.send(data.subarray())
    else for (const bytes of data) this.#socket.send(bytes)
    return { sentBytes: data.byteLength, canSendMore: true }
  }

  override async sendClose(): Promise<void> {
    this.#socket.close(CLOSED_NORMALLY)
  }

  override sendReset(): void {
    this.#socket.close(RESET)
  }

  /** The protocol has no way to pause. */
  override sendPause(): void {}

  override sendResume(): void {}
}
