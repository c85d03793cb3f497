import { toBase64 } from '../../../codec/bytes/base64.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { nameOfRoutingKey, newestRecord } from '../../options/name-records.ts'
import { valueBytes } from '../../print/peers/routing-text.ts'
import { valueEvent } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/get`. It finds records of names alone: the newest of this node and of others. */
export const dhtGet = defineCommand({
  path: 'dht/get',
  about: 'Find the best value of a key',
  args: { key: args('Key to find a value of') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
  text: valueBytes,
  // A tab loads its routers among peers with the network.
  parts: ['names', 'network'],
  async *run({ names }, { args: { key: keys }, signal }) {
    for (const key of keys) {
      const { bytes } = await newestRecord(names, nameOfRoutingKey(key), { isFresh: true, signal })
      yield valueEvent({ extra: toBase64(bytes) })
    }
  },
})
