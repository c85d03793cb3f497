import { toBase64 } from '../../../codec/bytes/base64.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { foundRecord, nameOfRoutingKey } from '../../options/name-records.ts'
import { valueEvent } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/get`. Without a network it finds what is held here: records of names. */
export const dhtGet = defineCommand({
  path: 'dht/get',
  about: 'Find the best value of a key',
  args: { key: args('Key to find a value of') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: ndjson(RoutingEvent),
  parts: ['names'],
  async *run({ names }, { args: { key: keys }, signal }) {
    for (const key of keys) {
      const { bytes } = await foundRecord(names, nameOfRoutingKey(key), { signal })
      yield valueEvent({ extra: toBase64(bytes) })
    }
  },
})
