import { expect, it, vi } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { peerNode } from '../memory-peers.ts'
import { hostilePeer } from '../peer/hostile-peer.ts'
import { subscribed } from './subscribed.ts'

const MESHSUB = '/meshsub/1.1.0'
const TOPICS_A_FRAME = 500

/** A frame that subscribes to topics, or leaves them. Spec: pubsub, "The RPC". */
function subscriptions(topics: readonly string[], isMember = true): Uint8Array {
  const writer = new ProtobufWriter()
  for (const topic of topics) {
    writer.varint(10).open().varint(8).varint(Number(isMember)).varint(18).string(topic).close()
  }
  const rpc = writer.finish()
  return joinBytes([new ProtobufWriter().varint(rpc.byteLength).finish(), rpc])
}

it('a peer that subscribes to 5,000 topics is remembered in the first of them only', async () => {
  const node = await peerNode()
  await subscribed(node, 'own')
  const hostile = await hostilePeer(node, (libp2p) => libp2p.handle(MESHSUB, () => undefined))
  const stream = await hostile.connection.newStream(MESHSUB)
  const members = async (topic: string): Promise<number> =>
    JSON.parse(await node.call(`pubsub/peers?arg=${topic}`)).Strings.length

  stream.send(subscriptions(['last']))
  for (let from = 0; from < 5000; from += TOPICS_A_FRAME) {
    stream.send(subscriptions(Array.from({ length: TOPICS_A_FRAME }, (_, at) => `t${from + at}`)))
  }
  await vi.waitFor(async () => expect(await members('last')).toBe(1))
  stream.send(subscriptions(['last'], false))
  await vi.waitFor(async () => expect(await members('last')).toBe(0))

  expect([await members('t0'), await members('t2000'), await members('t4999')]).toEqual([1, 0, 0])
})
