import { RELAY_V2_HOP_CODEC } from '@libp2p/circuit-relay-v2'
import { expect, it, onTestFinished } from 'vitest'
import { serveRelay } from '../../../../src/net/peer/relay.ts'
import { peerNode } from '../memory-peers.ts'
import { type HostilePeer, hostilePeer } from './hostile-peer.ts'

/** `HopMessage` with the type `RESERVE`, after its length. */
const RESERVE = Uint8Array.of(2, 0x08, 0)

/** The end of the answer is its status: 100 for a reservation that is granted, 200 if there is no place. */
const GRANTED = [0x28, 100]
const REFUSED = [0x28, 0xc8, 0x01]

async function reserve({ connection }: HostilePeer): Promise<readonly number[]> {
  const stream = await connection.newStream(RELAY_V2_HOP_CODEC)
  stream.send(RESERVE)
  for await (const answer of stream) {
    const bytes = [...answer.subarray()]
    return bytes.slice(bytes.lastIndexOf(0x28))
  }
  throw new Error('The relay does not answer')
}

it('gives the place of a peer that has left to another', async () => {
  const node = await peerNode()
  const { network } = await node.use(['network'])
  const stop = await serveRelay(await network.peer(), { places: 1 })
  onTestFinished(stop)
  const [first, second] = [await hostilePeer(node), await hostilePeer(node)]
  expect(await reserve(first)).toEqual(GRANTED)
  expect(await reserve(second)).toEqual(REFUSED)

  await first.connection.close()

  await expect.poll(() => reserve(second)).toEqual(GRANTED)
})
