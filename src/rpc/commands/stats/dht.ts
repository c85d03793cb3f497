import { defineCommand, ndjson } from '../../declare/command.ts'
import { optionalArgs } from '../../declare/wire.ts'
import { DhtStats } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/stats/dht`. */
export const statsDht = defineCommand({
  path: 'stats/dht',
  about: 'Show the routing tables',
  needs: ['network'],
  args: { dht: optionalArgs('Tables: wanserver, lanserver, wan or lan; wan and lan when absent') },
  options: {},
  reply: ndjson(DhtStats),
})
