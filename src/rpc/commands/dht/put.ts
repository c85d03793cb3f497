import { defineCommand, ndjson } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/put`. */
export const dhtPut = defineCommand({
  path: 'dht/put',
  about: 'Write the value of a key',
  needs: ['network'],
  args: { key: arg('Key to write') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  body: 'value-file',
  reply: ndjson(RoutingEvent),
})
