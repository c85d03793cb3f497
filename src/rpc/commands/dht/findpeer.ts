import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/findpeer`. */
export const dhtFindpeer = defineCommand({
  path: 'dht/findpeer',
  about: 'Find the addresses of a peer',
  needs: ['network'],
  args: { peerID: args('Peer id to look for') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
})
