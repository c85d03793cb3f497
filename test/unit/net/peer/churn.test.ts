import type { Connection } from '@libp2p/interface'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { encodeBitswapMessage } from '../../../../src/net/exchange/wire/encode-message.ts'
import { featuresOf } from '../../../../src/net/exchange/wire/message.ts'
import { MAX_IDLE_PEERS } from '../../../../src/net/peer/limits.ts'
import type { Clock } from '../../../../src/ports/clock.ts'
import { add, content } from '../exchange/node-content.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { subscribed } from '../pubsub/subscribed.ts'
import { type Crowd, crowd } from './crowd.ts'

/** Peers in all, and those that are connected at the same time. `npm run test:soak` runs 5,000. */
const PEERS = Number(process.env['TIDEPOOL_CHURN'] ?? 200)
const TOGETHER = 25

/** On a machine with a load of ten for each core. Alone, 200 take 2 s. */
const MAX_MS_A_PEER = 120

const BITSWAP = '/ipfs/bitswap/1.2.0'
const MESHSUB = '/meshsub/1.1.0'

it(`${PEERS} peers that come and go leave nothing behind`, { timeout: PEERS * MAX_MS_A_PEER }, async () => {
  const { clock, sleeping } = countingClock()
  const node = await peerNode({ clock })
  const cid = await add(node, content(1000, 31))
  await subscribed(node, 'topic')
  const peers = await crowd(node, [BITSWAP, MESHSUB])
  const visit = await visitors(peers, cid)
  await Promise.all([visit(0), visit(1)])
  const before = await vi.waitFor(() => idle(node))
  const sleepingBefore = sleeping()

  for (let at = 0; at < PEERS; at += TOGETHER) {
    await Promise.all(Array.from({ length: TOGETHER }, (_, one) => visit(at + one)))
  }

  await vi.waitFor(async () => expect(await idle(node)).toEqual(before))
  await vi.waitFor(() => expect(sleeping()).toBeLessThanOrEqual(sleepingBefore))
  expect(JSON.parse(await node.call('bitswap/stat')).BlocksSent).toBe(PEERS / 10 + 2)
  expect(peers.libp2p.getConnections()).toHaveLength(0)
})

/**
 * Every tenth peer takes part in everything. The others leave as soon as they are connected: the node is still about to
 * ask who they are. Every second peer leaves without a word.
 */
async function visitors({ libp2p, join }: Crowd, cid: string): Promise<(at: number) => Promise<void>> {
  const arrivals = new WeakMap<Connection, () => void>()
  await libp2p.handle(BITSWAP, (stream, connection) =>
    stream.addEventListener('message', () => arrivals.get(connection)?.()),
  )
  await libp2p.handle(MESHSUB, () => undefined)
  return async (at) => {
    const connection = await join()
    if (at % 20 < 2) {
      const arrived = new Promise<void>((resolve) => arrivals.set(connection, resolve))
      await takePart(connection, cid)
      await arrived
    }
    if (at % 2 === 0) await connection.close()
    else connection.abort(new Error('gone'))
  }
}

/** Asks for a block, takes part in a topic, and leaves a stream idle. */
async function takePart(connection: Connection, cid: string): Promise<void> {
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
  const remembered = await libp2p.peerStore.all()
  expect(remembered.length).toBeLessThanOrEqual(MAX_IDLE_PEERS)
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
