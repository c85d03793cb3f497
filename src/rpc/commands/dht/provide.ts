import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
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
})
