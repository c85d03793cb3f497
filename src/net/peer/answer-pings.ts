import type { Libp2p, StreamHandler } from '@libp2p/interface'
import { PING_PROTOCOL } from '@libp2p/ping'

/** Each way and connection: one for the connection monitor, and some for callers. */
const MAX_STREAMS = 8

/**
 * Answers pings in place of the handler of `@libp2p/ping`, which resets each stream after a time limit. The
 * reference's `ping -n` asks all of its questions on one stream, and a limit of its length would hold every stream
 * of the connection monitor for as long.
 */
export async function answerPings(libp2p: Libp2p): Promise<void> {
  await libp2p.handle(PING_PROTOCOL, echo, {
    force: true,
    maxInboundStreams: MAX_STREAMS,
    maxOutboundStreams: MAX_STREAMS,
    runOnLimitedConnection: true,
  })
}

const echo: StreamHandler = async (stream) => {
  for await (const bytes of stream) {
    // Waiting would collect what a peer sends that reads no answers.
    if (!stream.send(bytes)) return stream.abort(new Error('The peer does not read its answers'))
  }
  await stream.close()
}
