/** The header of one frame. Spec: yamux, "Framing". */
export interface MuxerFrame {
  readonly isData: boolean
  /** Asks the other side for a stream, or for an answer to a ping. */
  readonly isRequest: boolean
  /** 0 for frames of the connection itself. */
  readonly streamId: number
  /** Bytes that follow a data frame. Another meaning in others. */
  readonly length: number
}

export interface MuxerFrames {
  /** Takes the next bytes of a connection, and calls `onFrame` for each header that is complete. */
  push(bytes: Uint8Array): void
  /** Bytes of a data frame that has not arrived as a whole. */
  readonly partialBytes: number
}

const HEADER_BYTES = 12

/** Reads the headers of the frames of a connection, and skips their data. */
export function createMuxerFrames(onFrame: (frame: MuxerFrame) => void): MuxerFrames {
  const header = new Uint8Array(HEADER_BYTES)
  let headerBytes = 0
  let frameBytes = 0
  let missingBytes = 0

  return {
    get partialBytes() {
      return missingBytes > 0 ? frameBytes - missingBytes : 0
    },
    push(bytes) {
      for (let at = 0; at < bytes.byteLength; ) {
        if (missingBytes > 0) {
          const taken = Math.min(missingBytes, bytes.byteLength - at)
          missingBytes -= taken
          at += taken
          continue
        }
        const piece = bytes.subarray(at, at + HEADER_BYTES - headerBytes)
        header.set(piece, headerBytes)
        headerBytes += piece.byteLength
        at += piece.byteLength
        if (headerBytes < HEADER_BYTES) return
        headerBytes = 0
        const frame = decodeHeader(header)
        frameBytes = frame.isData ? frame.length : 0
        missingBytes = frameBytes
        onFrame(frame)
      }
    },
  }
}

const DATA = 0
const SYN = 1

function decodeHeader(header: Uint8Array): MuxerFrame {
  const view = new DataView(header.buffer)
  return {
    isData: view.getUint8(1) === DATA,
    isRequest: (view.getUint16(2) & SYN) === SYN,
    streamId: view.getUint32(4),
    length: view.getUint32(8),
  }
}
