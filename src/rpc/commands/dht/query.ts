import { parsePeerId } from '../../../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../../../errors.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { routingText } from '../../print/peers/routing-text.ts'
import { searchEvents } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/**
 * Spec: RPC document, section 4, `/dht/query`. The closest peers are among the steps. A search that asked no peer is an
 * error, as in the reference.
 */
export const dhtQuery = defineCommand({
  path: 'dht/query',
  about: 'Find the peers closest to a peer id',
  needs: ['network'],
  args: { peerID: args('Peer id to look near') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
  text: routingText({ finalPeer: ({ ID }) => `${ID}\n` }),
  parts: ['network', 'dht'],
  async *run({ network, dht }, { args: { peerID: peers }, signal }) {
    await network.peer({ signal })
    const found = searchEvents(
      (onStep) => {
        const peerId = attempt(() => parsePeerId(peers[0] ?? ''))
        if (!peerId) throw clientError('invalid-argument', 'invalid peer ID')
        return dht.closestPeers(peerId, { onStep, signal })
      },
      () => undefined,
    )
    let isEmpty = true
    for await (const event of found) {
      isEmpty = false
      yield event
    }
    if (isEmpty) throw new DomainError('unavailable', 'failed to find any peer in table')
  },
})
