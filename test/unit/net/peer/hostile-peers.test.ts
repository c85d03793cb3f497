import { generateKeyPair } from '@libp2p/crypto/keys'
import { peerIdFromPrivateKey, peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { describe, expect, it, vi } from 'vitest'
import { joinBytes } from '../../../../src/codec/bytes/bytes.ts'
import { ProtobufWriter } from '../../../../src/codec/protobuf.ts'
import { createPeerDatastore } from '../../../../src/net/peer/peer-datastore.ts'
import { connectedNodes, type PeerNode, peerNode } from '../memory-peers.ts'
import { frame, hostilePeer } from './hostile-peer.ts'

const PUSH = '/ipfs/id/push/1.0.0'

async function libp2pOf({ use }: PeerNode) {
  const { network } = await use(['network'])
  return (await network.peer()).libp2p
}

async function pings(node: PeerNode, peerId: string): Promise<boolean> {
  return (await node.call(`ping?arg=${peerId}&count=1`)).includes('Average latency')
}

/** A message in a frame with its length. */
function framed(message: Uint8Array): Uint8Array {
  return joinBytes([new ProtobufWriter().varint(message.byteLength).finish(), message])
}

describe('a node whose peer sends frames that no muxer sends', () => {
  it.each([
    ['a length of 4 GiB', [frame(0, { flags: 1, streamId: 101, length: 0xffff_ffff })]],
    ['a type that does not exist', [frame(9)]],
  ])('ends the connection: %s', async (_, frames) => {
    const [node, other] = await connectedNodes()
    const hostile = await hostilePeer(node)

    hostile.frames.send(joinBytes(frames))

    await hostile.ended
    expect(await pings(node, other.peerId)).toBe(true)
  })
})

describe('a node with a peer that tells too much about itself', () => {
  const protocols = (count: number, from: number) => {
    const writer = new ProtobufWriter()
    for (let at = 0; at < count; at += 1) {
      writer.varint(26).bytes(new TextEncoder().encode(`/x/protocol ${from + at}`))
    }
    return writer.finish()
  }

  it('remembers at most 16 KiB of it', async () => {
    const node = await peerNode()
    const hostile = await hostilePeer(node)
    const libp2p = await libp2pOf(node)
    const remembered = async () => (await libp2p.peerStore.get(hostile.libp2p.peerId)).protocols

    for (let round = 0; round < 2; round += 1) {
      const stream = await hostile.connection.newStream(PUSH)
      for (let part = 0; part < 10; part += 1) stream.send(framed(protocols(300, part * 300)))
      await stream.close()
      await new Promise((resolve) => stream.addEventListener('close', resolve, { once: true }))
    }
    expect((await remembered()).length).toBeLessThan(100)

    const stream = await hostile.connection.newStream(PUSH)
    stream.send(framed(protocols(3, 0)))
    await stream.close()
    await vi.waitFor(async () => expect(await remembered()).toContain('/x/protocol 2'))
  })

  it.each([
    ['announces a message without end', Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['sends over 8 KiB', framed(protocols(600, 0))],
    ['sends no message', Uint8Array.of(3, 0xff, 0xff, 0xff)],
  ])('goes on without it: one that %s', async (_, answer) => {
    const node = await peerNode()
    const hostile = await hostilePeer(node, async (libp2p) => {
      await libp2p.unhandle('/ipfs/id/1.0.0')
      await libp2p.handle('/ipfs/id/1.0.0', async (stream) => {
        stream.send(answer)
        await stream.close()
      })
      await libp2p.handle('/ipfs/ping/1.0.0', async (stream) => {
        for await (const bytes of stream) stream.send(bytes)
      })
    })
    const libp2p = await libp2pOf(node)

    expect(await pings(node, hostile.libp2p.peerId.toString())).toBe(true)
    const { protocols: told } = await libp2p.peerStore.get(hostile.libp2p.peerId)
    expect(told.filter((name) => name.startsWith('/x/'))).toEqual([])
  })
})

describe('a node that is told of many peers', () => {
  it('remembers 1,000 of them, and those that are connected', async () => {
    const [node, other] = await connectedNodes()
    const { peerStore } = await libp2pOf(node)
    const multiaddrs = [multiaddr('/ip4/1.2.3.4/tcp/1/ws')]
    const keys = Array.from({ length: 1100 }, () => generateKeyPair('Ed25519'))
    for (const key of keys) await peerStore.merge(peerIdFromPrivateKey(await key), { multiaddrs })

    expect((await peerStore.all()).length).toBeLessThanOrEqual(1001)
    expect(await peerStore.has(peerIdFromString(other.peerId))).toBe(true)
  })

  it('keeps within its bytes, and a peer as it was that would take too many', async () => {
    const peers = createPeerDatastore({ maxPeers: 100, maxBytes: 1000, maxPeerBytes: 300 })
    for (let at = 0; at < 20; at += 1) await peers.put(`/peers/${at}`, new Uint8Array(200))
    await peers.put('/peers/19', new Uint8Array(301))

    const sizes: number[] = []
    for await (const { value } of peers.query({ prefix: '/peers/' })) sizes.push(value.byteLength)
    expect(sizes).toEqual([200, 200, 200, 200, 200])
    await expect(peers.get('/peers/1')).rejects.toMatchObject({ name: 'NotFoundError' })
  })
})

describe('a node with more peers than it may have', () => {
  it('refuses some, and accepts others when they have left', async () => {
    const node = await peerNode()
    const { network } = await node.use(['network'])
    await node.call('config?arg=Swarm.ConnMgr.HighWater&arg=4&json=true')
    await network.stop()
    const libp2p = await libp2pOf(node)
    const peers = await Promise.all(
      Array.from({ length: 12 }, () => hostilePeer(node).catch(() => undefined)),
    )

    await vi.waitFor(() => expect(libp2p.getConnections().length).toBeLessThanOrEqual(4))
    for (const peer of peers) await peer?.libp2p.stop()
    await vi.waitFor(() => expect(libp2p.getConnections()).toHaveLength(0))
    const late = await hostilePeer(node)

    expect(late.connection.status).toBe('open')
    expect(libp2p.getConnections()).toHaveLength(1)
  })

  it('keeps 64 streams of a peer for blocks, and serves others', async () => {
    const [node, other] = await connectedNodes()
    const hostile = await hostilePeer(node)
    const opened = Array.from({ length: 100 }, () =>
      hostile.connection
        .newStream('/ipfs/bitswap/1.2.0', { maxOutboundStreams: 1000 })
        .catch(() => undefined),
    )
    await Promise.all(opened)

    const [connection] = (await libp2pOf(node)).getConnections(hostile.libp2p.peerId)
    await vi.waitFor(() => {
      const streams = connection?.streams.filter(({ direction }) => direction === 'inbound') ?? []
      expect(streams.length).toBeLessThanOrEqual(64)
    })
    expect(await pings(node, other.peerId)).toBe(true)
  })
})
