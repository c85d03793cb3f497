import { tooMuch } from './connection-bounds.ts'
import { MAX_CHANNEL_MESSAGE_BYTES } from './limits.ts'

/** The messages in one channel of WebRTC, each behind its length. Spec: libp2p WebRTC, "Multiplexing". */
export interface ChannelMessages {
  /** Takes the next bytes. Throws `too-large` for a longer message than a peer may send. */
  push(bytes: Uint8Array): void
  /** Bytes of a message that has not arrived as a whole. */
  readonly partialBytes: number
}

/** Reads the lengths of messages, and skips the messages. */
export function createChannelMessages(): ChannelMessages {
  let length = 0
  let lengthBytes = 0
  let messageBytes = 0
  let missingBytes = 0

  const readLength = (byte: number) => {
    length += (byte & 0x7f) * 2 ** (7 * lengthBytes)
    lengthBytes += 1
    if (length > MAX_CHANNEL_MESSAGE_BYTES || lengthBytes > 8) {
      throw tooMuch(`${MAX_CHANNEL_MESSAGE_BYTES} bytes in a message`)
    }
    if (byte >= 0x80) return
    messageBytes = length
    missingBytes = length
    length = 0
    lengthBytes = 0
  }
  return {
    get partialBytes() {
      return missingBytes > 0 ? messageBytes - missingBytes : 0
    },
    push(bytes) {
      for (let at = 0; at < bytes.byteLength; ) {
        const taken = Math.min(missingBytes, bytes.byteLength - at)
        missingBytes -= taken
        at += taken
        if (taken === 0) {
          readLength(bytes[at] ?? 0)
          at += 1
        }
      }
    },
  }
}
