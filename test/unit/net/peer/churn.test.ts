import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { featuresOf } from '../../../../src/net/exchange/wire/message.ts'
import type { Clock } from '../../../../src/ports/clock.ts'
import { add, content } from '../exchange/node-content.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { subscribed } from '../pubsub/subscribed.ts'
import { hostilePeer } from './hostile-peer.ts'

/** Peers in all, and those that are connected at the same time. `npm run test:soak` runs 1,000. */
const PEERS = Number(process.env['TIDEPOOL_CHURN'] ?? 50)
const TOGETHER = 25

const BITSWAP = '/ipfs/bitswap/1.2.0'
const MESHSUB = '/meshsub/1.1.0'

it(`${PEERS} peers that come and go leave nothing behind`, async () => {
  const { clock, sleeping } = countingClock()
  const node = await peerNode({ clock })
  const cid = await add(node, content(1000, 31))
  await subscribed(node, 'topic')
  await Promise.all([visit(node, cid, 0), visit(node, cid, 1)])
  const before = await vi.waitFor(() => idle(node))
  const sleepingBefore = sleeping()

  for (let at = 0; at < PEERS; at += TOGETHER) {
    await Promise.all(Array.from({ length: TOGETHER }, (_, one) => visit(node, cid, at + one)))
  }

  await vi.waitFor(async () => expect(await idle(node)).toEqual(before), 10_000)
  await vi.waitFor(() => expect(sleeping()).toBeLessThanOrEqual(sleepingBefore))
  expect(JSON.parse(await node.call('bitswap/stat')).BlocksSent).toBe(PEERS + 2)
}, 60_000)

/** Connects, gets a block, takes part in a topic, leaves a stream idle, and leaves: every second time without a word. */
async function visit(node: PeerNode, cid: string, at: number): Promise<void> {
  const got = Promise.withResolvers<void>()
  const { libp2p, connection } = await hostilePeer(node, async (peer) => {
    await peer.handle(BITSWAP, (stream) => stream.addEventListener('message', () => got.resolve()))
    await peer.handle(MESHSUB, () => undefined)
  })
  const wanting = await connection.newStream(BITSWAP)
  const want = {
    cid: parseCid(cid),
    priority: 1,
    kind: 'block',
    sendDontHave: true,
    isCancel: false,
  } as const
  for (const chunk of encodeBitswapMessage({ wants: [want] }, featuresOf(BITSWAP))) wanting.send(chunk)
  const mesh = await connection.newStream(MESHSUB)
  mesh.send(subscription('topic'))
  await connection.newStream('/ipfs/ping/1.0.0')
  await got.promise
  if (at % 2 === 0) await libp2p.stop()
  else connection.abort(new Error('gone'))
}

/** A frame that subscribes to a topic. Spec: pubsub, "The RPC". */
function subscription(topic: string): Uint8Array {
  const writer = new ProtobufWriter().varint(10).open()
  const rpc = writer.varint(8).varint(1).varint(18).bytes(new TextEncoder().encode(topic)).close().finish()
  return joinBytes([Uint8Array.of(rpc.byteLength), rpc])
}

/** What the node holds of its peers. Throws while one is connected. */
async function idle(node: PeerNode) {
  const { network } = await node.use(['network'])
  const { libp2p, components } = await network.peer()
  expect(libp2p.getConnections()).toHaveLength(0)
  const { Peers, Wantlist } = JSON.parse(await node.call('bitswap/stat'))
  const { Strings } = JSON.parse(await node.call('pubsub/peers'))
  expect([Peers ?? [], Wantlist, Strings]).toEqual([[], [], []])
  const { connectionManager, events } = components
  const names = ['peer:connect', 'peer:disconnect', 'connection:open', 'connection:close', 'peer:identify']
  return {
    dials: connectionManager.getDialQueue().length,
    listeners: names.map((name) => [name, events.listenerCount(name)]),
    handled: libp2p.getProtocols().length,
  }
}

/** Real time, and how many wait for it. */
function countingClock(): { readonly clock: Clock; readonly sleeping: () => number } {
  const clock = systemClock()
  let count = 0
  return {
    sleeping: () => count,
    clock: {
      ...clock,
      async sleep(durationMs, options) {
        count += 1
        await clock.sleep(durationMs, options).finally(() => {
          count -= 1
        })
      },
    },
  }
}
