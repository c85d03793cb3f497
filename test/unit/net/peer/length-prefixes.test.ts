import { expect, it } from 'vitest'
import { connectedNodes } from '../memory-peers.ts'
import { subscribed } from '../pubsub/subscribed.ts'
import { hostilePeer } from './hostile-peer.ts'

const MIB = 1024 * 1024

/** Of what was announced, a fifth of one message: the bytes that were sent are a hundredth. */
const LARGEST_BYTES = 200 * MIB

/** Answers without reading. */
const WITHOUT_MESSAGES = ['/ipfs/id/1.0.0']

/** A length of 1 GiB, and one of 2^49. */
const LENGTHS = [
  Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x04),
  Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
]

it('a node trusts the length of no message, whatever the protocol', async () => {
  const [node, other] = await connectedNodes()
  await subscribed(node, 'topic')
  await node.call('name/publish?arg=/ipfs/bafkqaaa&resolve=false')
  const { network } = await node.use(['network'])
  const { libp2p } = await network.peer()
  const hostile = await hostilePeer(node)
  const protocols = libp2p.getProtocols().filter((protocol) => !WITHOUT_MESSAGES.includes(protocol))
  const before = process.memoryUsage().arrayBuffers

  for (const protocol of protocols) {
    for (const length of LENGTHS) {
      const stream = await hostile.connection.newStream(protocol)
      stream.send(length)
      stream.send(new Uint8Array(MIB))
    }
  }

  expect((await node.call(`ping?arg=${other.peerId}&count=1`)).includes('Average latency')).toBe(true)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LARGEST_BYTES)
  expect(protocols).toEqual(
    expect.arrayContaining([
      '/ipfs/bitswap/1.2.0',
      '/ipfs/id/push/1.0.0',
      '/ipfs/ping/1.0.0',
      '/libp2p/fetch/0.0.1',
      '/meshsub/1.2.0',
    ]),
  )
})
