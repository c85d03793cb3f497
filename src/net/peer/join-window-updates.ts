import type { StreamMuxer } from '@libp2p/interface'

/** The header of a frame, as the package's muxer sends it. */
interface SentFrame {
  readonly type: number
  readonly flag: number
  readonly streamID: number
  readonly length: number
}

/** What is used of the package's muxer. */
interface Sender {
  sendFrame?(frame: SentFrame, data?: unknown): boolean
}

/** Spec: yamux, "Type Field". */
const WINDOW_UPDATE = 1

/** Half of the window that each stream begins with: the other side always has the other half. */
const WITHHELD_BYTES = 128 * 1024

/** Streams that have ended are dropped when there are more. */
const MAX_STREAMS = 256

/**
 * Tells the other side together of what was read of a stream, and not for each frame of data, as the package does: each
 * telling is a frame, which is encrypted and sent. Peers that open a stream for each message get almost none.
 */
export function joinWindowUpdates(muxer: StreamMuxer): void {
  const sender = muxer as StreamMuxer & Sender
  const send = sender.sendFrame?.bind(sender)
  if (!send) return
  const withheld = new Map<number, number>()

  const dropEnded = () => {
    const open = new Set(muxer.streams.map(({ id }) => id))
    for (const id of withheld.keys()) if (!open.has(`${id}`)) withheld.delete(id)
  }
  sender.sendFrame = (frame, data) => {
    const { type, flag, streamID, length } = frame
    if (type !== WINDOW_UPDATE || streamID === 0) return send(frame, data)
    const bytes = length + (withheld.get(streamID) ?? 0)
    if (flag === 0 && bytes < WITHHELD_BYTES) {
      withheld.set(streamID, bytes)
      if (withheld.size > MAX_STREAMS) dropEnded()
      return true
    }
    withheld.delete(streamID)
    return send({ ...frame, length: bytes }, data)
  }
}
