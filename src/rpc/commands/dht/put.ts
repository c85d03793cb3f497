import { defineCommand, ndjson } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { assertMayKeepHere, nameOfRoutingKey, readNameRecord } from '../../options/name-records.ts'
import { valueEvent } from '../../print/routing-event.ts'
import { RoutingEvent } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/dht/put`; `allow-offline` of today's clients, by which a record is kept here. */
export const dhtPut = defineCommand({
  path: 'dht/put',
  about: 'Write the value of a key',
  args: { key: arg('Key to write') },
  options: {
    verbose: bool('Print more', { alias: 'v' }),
    'allow-offline': bool('Keep the record of a name here when there is no network'),
  },
  body: 'value-file',
  reply: ndjson(RoutingEvent),
  parts: ['names'],
  async *run({ names }, { args: { key }, options, body, signal }) {
    assertMayKeepHere(options)
    const name = nameOfRoutingKey(key)
    await names.keep(name, await readNameRecord(body, { signal }), { signal })
    yield valueEvent({ peer: name })
  },
})
