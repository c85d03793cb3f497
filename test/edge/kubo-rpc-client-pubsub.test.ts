import { describe, expect, it } from 'vitest'
import { kuboClient } from './kubo-client.ts'

/** The JavaScript client of the reference, unchanged, against workerd: messages. */
describe('kubo-rpc-client, pubsub', () => {
  const connected = kuboClient()

  it('subscribes, publishes bytes and lists', async () => {
    const client = connected()
    const topic = 'kubo-rpc-client, Grüße'
    const data = new Uint8Array([0, 10, 13, 255])
    const received = Promise.withResolvers<{ readonly topic: string; readonly data: Uint8Array }>()

    await client.pubsub.subscribe(topic, received.resolve)
    await client.pubsub.publish(topic, data)

    expect(await received.promise).toMatchObject({ type: 'signed', topic, data })
    expect(await client.pubsub.ls()).toEqual([topic])
    expect(await client.pubsub.peers(topic)).toEqual([])
    await client.pubsub.unsubscribe(topic)
  })
})
