import { formatPeerId, type PeerId, parsePeerId } from '../../../codec/cid/peer-id.ts'
import type { BandwidthReading } from '../../../diagnostics/bandwidth.ts'
import { DomainError, isDomainError } from '../../../errors.ts'
import type { Network } from '../../../net/network.ts'
import type { Transferred } from '../../../net/traffic.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { readDurationMs } from '../../options/duration.ts'
import { humanSize } from '../../print/human-size.ts'
import { mapItems } from '../../serve/map-items.ts'
import { Bandwidth } from '../../shapes/node.ts'

/** A shorter interval is taken for this one. */
const SHORTEST_INTERVAL_MS = 100

/**
 * Spec: RPC document, section 4, `/stats/bw`. The reference counts the traffic with peers alone. This node counts the
 * bodies of its callers too, unless a caller asks for one peer or protocol.
 */
export const statsBw = defineCommand({
  path: 'stats/bw',
  about: 'Show the traffic with callers and peers',
  args: {},
  options: {
    peer: text('Peer to count alone', { alias: 'p' }),
    proto: text('Protocol to count alone', { alias: 't' }),
    poll: bool('Go on and count again', { fallback: false }),
    interval: text('Time between counts, such as 300ms or 1.5h', { alias: 'i', fallback: '1s' }),
  },
  reply: ndjson(Bandwidth),
  text: ({ TotalIn, TotalOut, RateIn, RateOut }: Reading) =>
    `TotalIn: ${humanSize(TotalIn)}\nTotalOut: ${humanSize(TotalOut)}\nRateIn: ${humanSize(RateIn)}/s\nRateOut: ${humanSize(RateOut)}/s\n`,
  parts: ['bandwidth', 'network'],
  async *run({ bandwidth, network }, { options: { peer, proto, poll, interval }, signal }) {
    if (peer !== undefined && proto !== undefined) {
      throw clientError('invalid-argument', 'please only specify peer OR protocol')
    }
    if (!network.isEnabled && (peer !== undefined || proto !== undefined)) {
      throw clientError(
        'unsupported',
        "this command must be run in online mode. Try running 'ipfs daemon' first",
      )
    }
    const intervalMs = Math.max(readDurationMs(interval), SHORTEST_INTERVAL_MS)
    const counted = counting(network, { peer, proto })
    yield* mapItems(
      bandwidth.readings({ intervalMs: poll ? intervalMs : undefined, counted, signal }),
      printed,
    )
  },
})

function counting(
  { traffic }: Pick<Network, 'traffic'>,
  { peer, proto }: { readonly peer?: string | undefined; readonly proto?: string | undefined },
) {
  if (proto !== undefined) return () => traffic.ofProtocol(proto)
  if (peer !== undefined) {
    const peerId = formatPeerId(parsedPeer(peer))
    return () => traffic.ofPeer(peerId)
  }
  return (byCallers: Transferred): Transferred => {
    const byPeers = traffic.total()
    return { in: byCallers.in + byPeers.in, out: byCallers.out + byPeers.out }
  }
}

function parsedPeer(text: string): PeerId {
  try {
    return parsePeerId(text)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    const reason = isDomainError(cause.cause) ? `invalid cid: ${cause.cause.message}` : cause.message
    throw new DomainError('invalid-argument', `failed to parse peer ID: ${reason}`, { cause })
  }
}

interface Reading {
  readonly TotalIn: number
  readonly TotalOut: number
  readonly RateIn: number
  readonly RateOut: number
}

function printed({ totalIn, totalOut, rateIn, rateOut }: BandwidthReading): Reading {
  return { TotalIn: totalIn, TotalOut: totalOut, RateIn: rateIn, RateOut: rateOut }
}
