import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool, int } from '../../declare/wire.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/findprovs`. */
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
})
