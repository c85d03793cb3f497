import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/query`. */
export const dhtQuery = defineCommand({
  path: 'dht/query',
  about: 'Find the peers closest to a peer id',
  needs: ['network'],
  args: { peerID: args('Peer id to look near') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
})
