import { DomainError } from '../../../errors.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { cidArgument } from '../../options/cid-argument.ts'
import { routingText } from '../../print/peers/routing-text.ts'
import { searchEvents } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/provide`. */
export const dhtProvide = defineCommand({
  path: 'dht/provide',
  about: 'Announce that this node provides keys',
  needs: ['network'],
  args: { key: args('Keys to announce', { fromBody: true }) },
  options: {
    verbose: bool('Print more', { alias: 'v' }),
    recursive: bool('Announce everything under the keys', { alias: 'r' }),
  },
  reply: ndjson(RoutingEvent),
  text: routingText({
    finalPeer: ({ ID }, isVerbose) => (isVerbose ? `sending provider record to peer ${ID}\n` : ''),
  }),
  parts: ['network', 'routing', 'announcer'],
  async *run({ network, announcer }, { args: { key: keys }, options: { recursive }, signal }) {
    const { libp2p } = await network.peer({ signal })
    if (libp2p.getPeers().length === 0) {
      throw new DomainError('unavailable', 'cannot provide, no connected peers')
    }
    const cids = keys.map(cidArgument)
    yield* searchEvents(
      (onStep) => announcer.announce(cids, { recursive, onStep, signal }),
      () => undefined,
    )
  },
})
