import { DomainError } from '../../../errors.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool, int } from '../../declare/wire.ts'
import { cidArgument } from '../../options/cid-argument.ts'
import { closestPeer, routingText } from '../../print/peers/routing-text.ts'
import { peerEvent, searchEvents } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/findprovs`. As in the reference, only the first key is looked for. */
export const dhtFindprovs = defineCommand({
  path: 'dht/findprovs',
  about: 'Find peers that provide a key',
  needs: ['network'],
  args: { key: args('Key to find providers of') },
  options: {
    verbose: bool('Print more', { alias: 'v' }),
    'num-providers': int('Number of providers to find', { alias: 'n', fallback: 20 }),
  },
  reply: ndjson(RoutingEvent),
  text: routingText({
    finalPeer: closestPeer,
    provider: ({ Responses }, isVerbose) => {
      const { ID = '', Addrs = [] } = Responses?.[0] ?? {}
      return isVerbose
        ? [`provider: ${ID}\n`, ...Addrs.map((address) => `\t${address}\n`)].join('')
        : `${ID}\n`
    },
  }),
  parts: ['network', 'routing'],
  async *run({ network, routing }, { args: { key: keys }, options: { 'num-providers': limit }, signal }) {
    if (limit < 1) throw new DomainError('invalid-argument', 'number of providers must be greater than 0')
    const cid = cidArgument(keys[0] ?? '')
    await network.peer({ signal })
    const search = searchEvents(
      (onStep) => routing.findProviders(cid, { limit, onStep, signal }),
      (peer) => peerEvent('provider', peer),
    )
    yield* search
  },
})
