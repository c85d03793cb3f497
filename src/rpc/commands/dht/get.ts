import { toBase64 } from '../../../codec/bytes/base64.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { routingValue } from '../../options/routing-value.ts'
import { valueBytes } from '../../print/peers/routing-text.ts'
import { valueEvent } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/get`. It finds records of names, and the public keys that this node knows. */
export const dhtGet = defineCommand({
  path: 'dht/get',
  about: 'Find the best value of a key',
  args: { key: args('Key to find a value of') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
  text: valueBytes,
  // A tab loads its routers among peers with the network.
  parts: ['keys', 'names', 'network'],
  async *run(parts, { args, signal }) {
    for (const key of args.key) {
      yield valueEvent({ extra: toBase64(await routingValue(key, parts, { signal })) })
    }
  },
})
