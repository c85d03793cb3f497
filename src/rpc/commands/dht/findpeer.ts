import { equalBytes } from '../../../codec/bytes/bytes.ts'
import { parsePeerId } from '../../../codec/cid/peer-id.ts'
import { DomainError } from '../../../errors.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { routingText } from '../../print/peers/routing-text.ts'
import { peerEvent, searchEvents } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/findpeer`. As in the reference, only the first peer is looked for. */
export const dhtFindpeer = defineCommand({
  path: 'dht/findpeer',
  about: 'Find the addresses of a peer',
  needs: ['network'],
  args: { peerID: args('Peer id to look for') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
  text: routingText({
    finalPeer: ({ Responses }) => (Responses?.[0]?.Addrs ?? []).map((address) => `${address}\n`).join(''),
  }),
  parts: ['network', 'routing', 'identity'],
  async *run({ network, routing, identity }, { args: { peerID: peers }, signal }) {
    const peerId = parsePeerId(peers[0] ?? '')
    if (equalBytes(peerId.bytes, identity.peerId.bytes)) {
      throw new DomainError('invalid-argument', 'finding your own node in the DHT is currently not supported')
    }
    await network.peer({ signal })
    yield* searchEvents(
      async function* find(onStep) {
        // Clients take the first final peer as the reply, and need its addresses, which no step has.
        const reportStep: typeof onStep = (step) => {
          if (step.type !== 'final-peer') onStep(step)
        }
        const peer = await routing.findPeer(peerId, { onStep: reportStep, signal })
        if (peer) yield peer
        // As in the reference, whose clients in JavaScript read events alone.
        else onStep({ type: 'query-error', reason: 'routing: not found' })
      },
      (peer) => peerEvent('final-peer', peer),
    )
  },
})
