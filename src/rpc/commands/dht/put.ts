import { defineCommand, ndjson } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { nameOfRoutingKey, readNameRecord } from '../../options/name-records.ts'
import { assertMaySend } from '../../options/send-record.ts'
import { closestPeer, routingText } from '../../print/peers/routing-text.ts'
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
  text: routingText({ finalPeer: closestPeer, value: ({ ID }) => `${ID}\n` }),
  // A tab loads its routers among peers with the network.
  parts: ['names', 'routing', 'network'],
  async *run({ names, routing }, { args: { key }, options, body, signal }) {
    assertMaySend('put', { routing, ...options })
    const name = nameOfRoutingKey(key)
    const record = await readNameRecord(body, { signal })
    await names.keep(name, record, { signal })
    await names.announce(name, record, { isBestEffort: options['allow-offline'], signal })
    yield valueEvent({ peer: name })
  },
})
