import { describe, expect, it, vi } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { prefixOfCid } from '../../../../src/codec/cid/cid-prefix.ts'
import { parsePeerId } from '../../../../src/codec/cid/peer-id.ts'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { connectedNodes, peerNode } from '../memory-peers.ts'
import { foreignPeer } from './foreign-peer.ts'
import { add, bytesOf, content } from './node-content.ts'

describe('fetching blocks from peers', () => {
  it('reads a file of another node, and keeps it', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(3_000_000, 1)
    const cid = await add(second, bytes)

    expect(await bytesOf(first, `cat?arg=${cid}`)).toEqual(bytes)

    expect(await bytesOf(first, `cat?arg=${cid}&offline=true`)).toEqual(bytes)
    const { BlocksReceived, DataReceived, DupBlksReceived, Wantlist, Peers } = JSON.parse(
      await first.call('bitswap/stat'),
    )
    expect({ BlocksReceived, DupBlksReceived, Wantlist }).toEqual({
      BlocksReceived: 13,
      DupBlksReceived: 0,
      Wantlist: [],
    })
    expect(DataReceived).toBeGreaterThan(3_000_000)
    expect(Peers).toEqual([second.peerId])
    const { BlocksSent, DataSent } = JSON.parse(await second.call('stats/bitswap'))
    expect({ BlocksSent, DataSent }).toEqual({ BlocksSent: 13, DataSent: DataReceived })
    expect(JSON.parse(await first.call(`bitswap/ledger?arg=${second.peerId}`))).toEqual({
      Peer: second.peerId,
      Value: 0,
      Sent: 0,
      Recv: DataReceived,
      Exchanged: 13,
    })
  })

  it('fetches a block anew that is damaged here, and keeps it', async () => {
    const blockstore = memoryBlockstore()
    const [node, other] = [await peerNode({ blockstore }), await peerNode()]
    const bytes = content(1000, 41)
    const cid = await add(node, bytes)
    await add(other, bytes)
    await blockstore.replace(parseCid(cid), bytes.toReversed())
    await node.call(`swarm/connect?arg=${other.address}`)

    expect(await bytesOf(node, `cat?arg=${cid}`)).toEqual(bytes)
    expect(await bytesOf(node, `cat?arg=${cid}&offline=true`)).toEqual(bytes)
  })

  it('says at once that no peer has a block', async () => {
    const [first, second] = await connectedNodes()
    const cid = await add(await peerNode(), content(1_000, 2))

    await expect(first.call(`cat?arg=${cid}`)).rejects.toThrow(`ipld: could not find ${cid}`)
    await expect(second.call(`block/stat?arg=${cid}&offline=true`)).rejects.toThrow('(offline)')
  })

  it('says of a missing leaf that peers were asked for it', async () => {
    const [first, second] = await connectedNodes()
    const cid = await add(second, content(600_000, 42))
    const { Ref: leaf } = JSON.parse((await second.call(`refs?arg=${cid}`)).split('\n')[0] ?? '')
    await second.call(`pin/rm?arg=${cid}`)
    await second.call(`block/rm?arg=${leaf}`)

    const answer = (call: string) => first.call(call).catch(String)
    for (const call of [`pin/add?arg=${cid}`, `refs?arg=${cid}&recursive=true`, `block/stat?arg=${leaf}`]) {
      expect(await answer(call)).toContain(`among peers: ipld: could not find ${leaf}`)
      expect(await answer(`${call}&offline=true`)).toContain('(offline): ipld: could not find')
    }
    await expect(first.call(`pin/ls?arg=${cid}`)).rejects.toThrow('not pinned')
  })

  it('pins, copies, lists and exports what only a peer has', async () => {
    const [first, second] = await connectedNodes()
    const [pinned, copied, sized, exported] = await Promise.all(
      [3, 4, 5, 6].map((seed) => add(second, content(600_000, seed))),
    )

    await first.call(`pin/add?arg=${pinned}&progress=true`)
    await first.call(`files/cp?arg=/ipfs/${copied}&arg=/copied`)
    const stat = JSON.parse(
      (await first.call(`dag/stat?arg=${sized}&progress=false`)).trim().split('\n').at(-1) ?? '',
    )
    const car = await bytesOf(first, `dag/export?arg=${exported}`)

    expect((await bytesOf(first, `cat?arg=${pinned}&offline=true`)).byteLength).toBe(600_000)
    expect((await bytesOf(first, 'files/read?arg=/copied')).byteLength).toBe(600_000)
    expect(stat.TotalSize ?? stat.Size).toBeGreaterThan(600_000)
    expect(car.byteLength).toBeGreaterThan(600_000)
  })

  it('gets a block that the peer receives later', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(2_000, 7)
    const cid = await add(await peerNode(), bytes)
    await expect(first.call(`cat?arg=${cid}`)).rejects.toThrow('could not find')

    await add(second, bytes)

    expect(await bytesOf(first, `cat?arg=${cid}`)).toEqual(bytes)
  })

  it('gets a block from a connected peer that had no handler for blocks when it was asked first', async () => {
    const [node, holder] = [await peerNode(), await peerNode()]
    const bytes = content(1000, 51)
    const cid = await add(holder, bytes)
    const peer = await foreignPeer(node, {
      acceptsLater: true,
      onMessage: async ({ wants }, self) => {
        if (wants.some(({ isCancel }) => isCancel)) return
        await self.send({ blocks: [{ prefix: prefixOfCid(parseCid(cid)), data: bytes }] })
      },
    })
    await expect(node.call(`block/get?arg=${cid}`)).rejects.toThrow('could not find')

    await peer.accept()
    const stats = async () => JSON.parse(await node.call('bitswap/stat'))
    await vi.waitFor(async () => expect(await stats()).toMatchObject({ Peers: [peer.id] }))

    expect(await bytesOf(node, `block/get?arg=${cid}`)).toEqual(bytes)
  })

  it('connects to a provider that a router knows', async () => {
    const [first, second] = [await peerNode(), await peerNode()]
    const bytes = content(300_000, 8)
    const cid = await add(second, bytes)
    const { routing } = await first.use(['routing'])
    const asked: string[] = []
    routing.add({
      name: 'test',
      kind: 'delegated',
      async *findProviders(wanted) {
        asked.push(`${wanted}`)
        const peerId = parsePeerId(second.peerId)
        yield { peerId, addresses: ['/memory/nowhere', second.address] }
      },
    })

    expect(await bytesOf(first, `cat?arg=${cid}`)).toEqual(bytes)

    expect(asked).toEqual([cid])
  })

  it('lets the gateway fetch, and exports with local-only what is here', async () => {
    const [first, second] = await connectedNodes()
    const bytes = content(600_000, 9)
    const cid = await add(second, bytes)

    expect(
      (await first.send(`/ipfs/${cid}`, { headers: { 'Cache-Control': 'only-if-cached' } })).status,
    ).toBe(412)
    await expect(first.call(`dag/export?arg=${cid}&local-only=true`)).rejects.toThrow('(offline)')
    const [head, raw, page] = [
      await first.send(`/ipfs/${cid}?format=raw`, { method: 'HEAD' }),
      await first.send(`/ipfs/${cid}?format=raw`),
      await first.send(`/ipfs/${cid}`),
    ]

    expect([head.status, raw.status, page.status]).toEqual([200, 200, 200])
    expect(head.headers.get('Content-Length')).toBe(String((await raw.arrayBuffer()).byteLength))
    expect(new Uint8Array(await page.arrayBuffer())).toEqual(bytes)
  })

  it('lists the links of a remote tree, and fetches its blocks ahead', async () => {
    const [first, second] = await connectedNodes()
    const cid = await add(second, content(3_000_000, 10))

    const lines = (await first.call(`refs?arg=${cid}&recursive=true`)).trim().split('\n')

    expect(lines).toHaveLength(12)
    const { BlocksReceived, DupBlksReceived, MessagesReceived } = JSON.parse(await first.call('bitswap/stat'))
    expect([BlocksReceived, DupBlksReceived]).toEqual([13, 0])
    expect(MessagesReceived).toBeLessThan(13)
  })
})
