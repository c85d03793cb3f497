import { DomainError } from '../../../errors.ts'
import { MAX_BITSWAP_BYTES } from './message.ts'

/** Cuts a stream of chunks into messages, each of which follows its length. */
export interface Frames {
  /**
   * Takes the next chunk, and returns the messages that it completes. Throws `too-large` for a message over the
   * limit as soon as its length is known.
   */
  push(chunk: Uint8Array): readonly Uint8Array[]
  /** Memory of the message that has begun to arrive, with the room for its rest. 0 between messages. */
  readonly heldBytes: number
}

/** A length has at most this many bytes: as many as 4 MiB needs. */
const MAX_LENGTH_BYTES = 4

/** How far the buffer of a message grows beyond what was received, since an announced length proves nothing. */
const GROWTH = 2

export function createFrames(maxBytes = MAX_BITSWAP_BYTES): Frames {
  let buffer = new Uint8Array(0)
  let filledBytes = 0
  /** Length of the message that is being received. `undefined` while its length is being read. */
  let wantedBytes: number | undefined
  let length = 0
  let lengthBytes = 0

  /** Takes one byte of a length. Returns the length after its last byte. */
  const readLength = (byte: number): number | undefined => {
    if (lengthBytes === MAX_LENGTH_BYTES) throw tooLarge(maxBytes)
    length += (byte & 0x7f) * 2 ** (7 * lengthBytes)
    lengthBytes += 1
    if (byte >= 0x80) return undefined
    if (length > maxBytes) throw tooLarge(maxBytes)
    const whole = length
    length = 0
    lengthBytes = 0
    return whole
  }
  const hold = (piece: Uint8Array, limitBytes: number) => {
    const neededBytes = filledBytes + piece.byteLength
    if (neededBytes > buffer.byteLength) {
      const larger = new Uint8Array(Math.min(limitBytes, GROWTH * neededBytes))
      larger.set(buffer.subarray(0, filledBytes))
      buffer = larger
    }
    buffer.set(piece, filledBytes)
    filledBytes = neededBytes
  }
  /** The whole message, once its last piece is there. */
  const take = (piece: Uint8Array, limitBytes: number): Uint8Array | undefined => {
    const isAlone = filledBytes === 0 && piece.byteLength === limitBytes
    if (!isAlone) hold(piece, limitBytes)
    if (!isAlone && filledBytes < limitBytes) return undefined
    const whole = isAlone ? piece : buffer
    buffer = new Uint8Array(0)
    filledBytes = 0
    wantedBytes = undefined
    return whole
  }

  return {
    get heldBytes() {
      return buffer.byteLength
    },
    push(chunk) {
      const messages: Uint8Array[] = []
      for (let at = 0; at < chunk.byteLength; ) {
        if (wantedBytes === undefined) {
          wantedBytes = readLength(chunk[at] ?? 0)
          at += 1
        }
        if (wantedBytes === undefined) continue
        const missingBytes = wantedBytes - filledBytes
        const message = take(chunk.subarray(at, at + missingBytes), wantedBytes)
        at += missingBytes
        if (message) messages.push(message)
      }
      return messages
    },
  }
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too-large', `Cannot read message of a peer: over ${maxBytes} bytes`)
}
