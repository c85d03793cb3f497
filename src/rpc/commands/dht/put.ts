import { defineCommand, ndjson } from '../../command.ts'
import { RoutingEvent } from '../../shapes/peers.ts'
import { arg, bool } from '../../wire.ts'

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
