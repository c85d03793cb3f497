import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { describe, expect, it } from 'vitest'
import { file, form } from '../../../requests/form.ts'
import { connectedNodes, type PeerNode, peerNode } from '../memory-peers.ts'

const STRANGER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'

async function json(node: PeerNode, command: string): Promise<unknown> {
  return JSON.parse(await node.call(command))
}

/** The message of a call that fails. */
async function failure({ send }: PeerNode, command: string): Promise<string> {
  const response = await send(`/api/v0/${command}`, { method: 'POST' })
  expect(response.status).toBe(500)
  return ((await response.json()) as { Message: string }).Message
}

const transportOf = ({ address }: PeerNode) => address.replace(/\/p2p.*/, '')

describe('two nodes', () => {
  it('are connected by swarm/connect, and both list the other', async () => {
    const [first, second] = await Promise.all([peerNode(), peerNode()])

    expect(await json(first, 'swarm/peers')).toEqual({ Peers: null })
    expect(await json(first, `swarm/connect?arg=${second.address}`)).toEqual({
      Strings: [`connect ${second.peerId} success`],
    })
    expect(await json(first, 'swarm/peers')).toEqual({
      Peers: [
        {
          Addr: transportOf(second),
          Peer: second.peerId,
          Latency: '',
          Muxer: '',
          Direction: 0,
          Streams: null,
        },
      ],
    })
    expect(await json(second, 'swarm/peers?verbose=true')).toMatchObject({
      Peers: [{ Peer: first.peerId, Direction: 1, Latency: 'n/a', Streams: expect.any(Array) }],
    })
  })

  it('connect again by the id alone, after swarm/disconnect by address', async () => {
    const [first, second] = await connectedNodes()

    expect(await json(first, `swarm/disconnect?arg=${second.address}`)).toEqual({
      Strings: [`disconnect ${second.peerId} success`],
    })
    expect(await json(first, 'swarm/peers')).toEqual({ Peers: null })
    expect(await json(first, `swarm/connect?arg=/p2p/${second.peerId}`)).toEqual({
      Strings: [`connect ${second.peerId} success`],
    })
  })

  it('know what the other tells about itself', async () => {
    const [first, second] = await connectedNodes()

    const own = (await json(second, 'id')) as { Protocols: string[] }

    expect(own).toMatchObject({ ID: second.peerId, Addresses: [second.address] })
    expect(own.Protocols).toContain('/ipfs/ping/1.0.0')
    expect(await json(first, `id?arg=${second.peerId}`)).toEqual(own)
    expect(await json(first, 'swarm/addrs')).toEqual({
      Addrs: { [first.peerId]: [transportOf(first)], [second.peerId]: [transportOf(second)] },
    })
  })

  it('show what the other tells about itself in swarm/peers', async () => {
    const [first, second] = await connectedNodes()
    const told = await json(first, `id?arg=${second.peerId}`)

    expect(await json(first, 'swarm/peers?identify=true')).toMatchObject({
      Peers: [{ Peer: second.peerId, Latency: '', Direction: 0, Streams: null, Identify: told }],
    })
    expect(await first.call('swarm/peers?direction=true&encoding=text')).toBe(`${second.address} outbound\n`)
  })

  it('count what they transfer, in all, with a peer, and by a protocol', async () => {
    const [first, second] = await connectedNodes()
    const bytes = new Uint8Array(100_000).fill(7)
    const added = await second.call('add?raw-leaves=true', form(file('a', bytes)))
    const { Hash } = JSON.parse(added) as { readonly Hash: string }
    await first.call(`block/get?arg=${Hash}`)

    const read = async (node: PeerNode, query: string) =>
      JSON.parse(await node.call(`stats/bw?${query}`)) as { TotalIn: number; TotalOut: number }
    for (const query of [`peer=${second.peerId}`, 'proto=/ipfs/bitswap/1.2.0']) {
      const { TotalIn, TotalOut } = await read(first, query)
      expect(TotalIn).toBeGreaterThan(100_000)
      expect(TotalIn).toBeLessThan(110_000)
      expect(TotalOut).toBeGreaterThan(0)
    }
    expect((await read(second, `peer=${first.peerId}`)).TotalOut).toBeGreaterThan(100_000)
    expect(await read(first, `peer=${STRANGER}`)).toMatchObject({ TotalIn: 0, TotalOut: 0 })
    expect((await read(first, '')).TotalIn).toBeGreaterThan(100_000)
    expect(await failure(first, 'stats/bw?peer=a')).toBe(
      'failed to parse peer ID: invalid cid: cid too short',
    )
  })

  it('show the connections in use, and their limits', async () => {
    const [first, second] = await connectedNodes()

    expect(await json(first, 'swarm/resources')).toMatchObject({
      System: {
        Conns: 300,
        ConnsUsage: 1,
        ConnsInboundUsage: 0,
        ConnsOutboundUsage: 1,
        Streams: 'unlimited',
      },
      Transient: { ConnsInbound: 32, ConnsOutboundUsage: 0 },
      Protocols: { '/ipfs/bitswap/1.2.0': { Memory: 'unlimited', MemoryUsage: 0 } },
      Peers: { [second.peerId]: { ConnsUsage: 1, StreamsInbound: 512 } },
    })
  })

  it('answer the pings of the other', async () => {
    const [first, second] = await connectedNodes()

    const lines = (await first.call(`ping?arg=${second.peerId}&count=1`)).trim().split('\n')

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Success: true, Time: 0, Text: `PING ${second.peerId}.` },
      { Success: true, Time: expect.any(Number), Text: '' },
      { Success: true, Time: 0, Text: expect.stringMatching(/^Average latency: \d+\.\d\dms$/) },
    ])
  })
})

describe('a node alone', () => {
  it('knows its addresses', async () => {
    const node = await peerNode()

    expect(await json(node, 'swarm/addrs/listen')).toEqual({ Strings: [transportOf(node)] })
    expect(await json(node, 'swarm/addrs/local')).toEqual({ Strings: [transportOf(node)] })
    expect(await json(node, 'swarm/addrs/local?id=true')).toEqual({ Strings: [node.address] })
    expect(await json(node, 'swarm/addrs/autonat')).toEqual({
      reachability: 'Unknown',
      unknown: [transportOf(node)],
    })
  })

  it('says why it cannot connect', async () => {
    const node = await peerNode()

    expect(await failure(node, `swarm/connect?arg=/memory/nowhere/p2p/${STRANGER}`)).toMatch(
      `connect ${STRANGER} failure: failed to dial ${STRANGER}: all dials failed\n  * [/memory/nowhere]`,
    )
    expect(await failure(node, `swarm/connect?arg=/p2p/${STRANGER}`)).toBe(
      `connect ${STRANGER} failure: failed to dial: routing: not found`,
    )
    expect(await failure(node, `swarm/connect?arg=${node.address}`)).toBe(
      `connect ${node.peerId} failure: failed to dial: dial to self attempted`,
    )
    expect(await failure(node, 'swarm/connect?arg=/ip4/127.0.0.1/tcp/1/ws')).toBe(
      'found no ipfs peers at /ip4/127.0.0.1/tcp/1/ws',
    )
    expect(await failure(node, 'swarm/connect?arg=x')).toBe(
      'failed to parse multiaddr "x": must begin with /',
    )
  })

  it.each(['swarm/connect', 'swarm/disconnect', 'ping'])(
    '%s says that the peer id in an address is none',
    async (command) => {
      const node = await peerNode()
      const base = '/ip4/127.0.0.1/tcp/1/ws/p2p'
      for (const id of [`${STRANGER}a`, 'Qm', 'bafkreif']) {
        for (const address of [`${base}/${id}`, `${base}/${id}/p2p-circuit/p2p/${STRANGER}`]) {
          expect(await failure(node, `${command}?arg=${address}`)).toContain(
            `failed to parse multiaddr "${address}": invalid value "${id}" for protocol p2p`,
          )
        }
      }
    },
  )

  it('lists an address once that it knows with and without the id of its peer', async () => {
    const node = await peerNode()
    const { libp2p } = await (await node.use(['network'])).network.peer()
    const peerId = peerIdFromString(STRANGER)
    const relayed = `/memory/relay/p2p/${node.peerId}/p2p-circuit`
    for (const text of ['/memory/x', `/memory/x/p2p/${STRANGER}`, relayed, `${relayed}/p2p/${STRANGER}`]) {
      await libp2p.peerStore.merge(peerId, { multiaddrs: [multiaddr(text)] })
    }

    expect(await json(node, 'swarm/addrs')).toMatchObject({ Addrs: { [STRANGER]: [relayed, '/memory/x'] } })
  })

  it('says of each address of a peer why it cannot be dialled', async () => {
    const node = await peerNode()
    const { network } = await node.use(['network'])
    const { libp2p } = await network.peer()
    const multiaddrs = ['/memory/nowhere', '/memory/neither'].map((text) => multiaddr(text))
    await libp2p.peerStore.merge(peerIdFromString(STRANGER), { multiaddrs })

    const [line, ...reasons] = (await failure(node, `swarm/connect?arg=/p2p/${STRANGER}`)).split('\n')

    expect(line).toBe(`connect ${STRANGER} failure: failed to dial ${STRANGER}: all dials failed`)
    expect(reasons).toHaveLength(2)
  })

  it('tells in a successful reply that it is not connected', async () => {
    const node = await peerNode()

    expect(await json(node, `swarm/disconnect?arg=/p2p/${STRANGER}`)).toEqual({
      Strings: [`disconnect ${STRANGER} failure: not connected`],
    })
    expect(await json(node, `swarm/disconnect?arg=/ip4/127.0.0.1/tcp/1/ws/p2p/${STRANGER}`)).toEqual({
      Strings: [`disconnect ${STRANGER} failure: conn not found`],
    })
  })

  it('says why it cannot ask a peer', async () => {
    const node = await peerNode()

    expect(await failure(node, `ping?arg=${node.peerId}`)).toBe("error: can't ping self")
    expect(await failure(node, `ping?arg=${STRANGER}&count=0`)).toBe(
      'ping count must be greater than 0, was 0',
    )
    expect(await failure(node, 'ping?arg=x')).toBe(
      "failed to parse peer address 'x': failed to parse peer ID: invalid cid: cid too short",
    )
    const lines = (await node.call(`ping?arg=${STRANGER}&count=1`)).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { Success: true, Time: 0, Text: `Looking up peer ${STRANGER}` },
      { Message: 'peer lookup failed: routing: not found', Code: 0, Type: 'error' },
    ])
    expect(await failure(node, `id?arg=${STRANGER}`)).toBe('failed to dial: routing: not found')
    expect(await json(node, `id?arg=${STRANGER}&offline=true`)).toEqual({
      ...{ ID: STRANGER, PublicKey: expect.stringMatching(/^CAES/), Addresses: null },
      ...{ AgentVersion: '', ProtocolVersion: '', Protocols: null },
    })
  })
})
