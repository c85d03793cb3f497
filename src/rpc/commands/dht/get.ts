import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/get`. */
export const dhtGet = defineCommand({
  path: 'dht/get',
  about: 'Find the best value of a key',
  needs: ['network'],
  args: { key: args('Key to find a value of') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
})
