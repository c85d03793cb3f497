import type { BandwidthReading } from '../../../diagnostics/bandwidth.ts'
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
 * Spec: RPC document, section 4, `/stats/bw`. Spec gap: the reference counts the traffic with peers. This node counts the
 * bodies of its callers, since it has no peers; a question for one peer or protocol needs the network.
 */
export const statsBw = defineCommand({
  path: 'stats/bw',
  about: 'Show the traffic with callers',
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
  parts: ['bandwidth'],
  async *run({ bandwidth }, { options: { peer, proto, poll, interval }, signal }) {
    if (peer !== undefined && proto !== undefined) {
      throw clientError('invalid-argument', 'please only specify peer OR protocol')
    }
    if (peer !== undefined || proto !== undefined) {
      throw clientError(
        'unsupported',
        "this command must be run in online mode. Try running 'ipfs daemon' first",
      )
    }
    const intervalMs = Math.max(readDurationMs(interval), SHORTEST_INTERVAL_MS)
    yield* mapItems(bandwidth.readings({ intervalMs: poll ? intervalMs : undefined, signal }), printed)
  },
})

interface Reading {
  readonly TotalIn: number
  readonly TotalOut: number
  readonly RateIn: number
  readonly RateOut: number
}

function printed({ totalIn, totalOut, rateIn, rateOut }: BandwidthReading): Reading {
  return { TotalIn: totalIn, TotalOut: totalOut, RateIn: rateIn, RateOut: rateOut }
}
