import * as Digest from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { CID as CidOfBlock, parseCid } from '../../../../src/codec/cid/cid.ts'
import { formatPeerId, parsePeerId, peerIdOfPublicKey } from '../../../../src/codec/cid/peer-id.ts'
import { generateKey } from '../../../../src/keys/private-key.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { signRecord } from '../../../../src/names/record/sign-record.ts'
import { keyOf, prefixRange } from '../../../../src/state/keys.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'
import { collect } from './collect.ts'

const CID = parseCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
const PEERS = { kind: 'peers' } as const

/** A DHT server, and two clients that know only it. */
async function aroundServer(): Promise<readonly [server: PeerNode, first: PeerNode, second: PeerNode]> {
  const [server, first, second] = await Promise.all([
    peerNode({}, { routing: { type: 'dhtserver' } }),
    peerNode(),
    peerNode(),
  ])
  for (const client of [first, second]) await client.call(`swarm/connect?arg=${server.address}`)
  return [server, first, second]
}

function cidOf(code: number, digestBytes: number): CidOfBlock {
  return CidOfBlock.createV1(0x55, Digest.create(code, new Uint8Array(digestBytes).fill(7)))
}

const routingOf = async ({ use }: PeerNode) => (await use(['routing'])).routing

describe('a DHT among peers', () => {
  it('finds who provides a block, and where a peer is that was never met', async () => {
    const [, first, second] = await aroundServer()
    const [telling, asking] = [await routingOf(first), await routingOf(second)]

    expect(await telling.provide(CID, PEERS)).toBe(1)
    const providers = await collect(asking.findProviders(CID, PEERS))
    const found = await asking.findPeer(parsePeerId(first.peerId), PEERS)

    expect(providers.map(({ peerId }) => formatPeerId(peerId))).toEqual([first.peerId])
    expect(providers[0]?.addresses.join()).toMatch(/^\/memory\//)
    expect(found?.addresses.join()).toMatch(/^\/memory\//)
  })

  it.each([
    ['SHA-512', 0x13, 64],
    ['BLAKE3', 0x1e, 32],
    ['BLAKE2b', 0xb220, 32],
    ['the identity', 0x00, 70],
  ])('finds who provides a block by its multihash of %s', async (_, code, digestBytes) => {
    const [server, first, second] = await aroundServer()
    const cid = cidOf(code, digestBytes)

    await (await routingOf(first)).provide(cid, PEERS)

    for (const asking of [server, second]) {
      const routing = await routingOf(asking)
      const found = async () =>
        (await collect(routing.findProviders(cid, PEERS))).map(({ peerId }) => formatPeerId(peerId))
      await expect.poll(found).toEqual([first.peerId])
    }
  })

  it('stores no provider of a multihash that is longer than those of blocks', async () => {
    const datastore = memoryDatastore()
    const server = await peerNode({ datastore }, { routing: { type: 'dhtserver' } })
    const client = await peerNode()
    await client.call(`swarm/connect?arg=${server.address}`)
    const stored = () => collect(datastore.range(prefixRange(keyOf('routing/providers/'))))

    const telling = await routingOf(client)
    // The server refuses it, which the client may notice.
    await Promise.allSettled([telling.provide(cidOf(0x00, 79), PEERS)])
    await telling.provide(cidOf(0x00, 78), PEERS)

    await expect.poll(stored).toHaveLength(1)
    expect(await collect(telling.findProviders(cidOf(0x00, 79), PEERS))).toEqual([])
  })

  it('stores records of names and finds them, and keeps none that is older or not signed', async () => {
    const [server, first, second] = await aroundServer()
    const key = await generateKey('ed25519', { random: seededRandom(8) })
    const name = peerIdOfPublicKey(key.publicKey)
    const record = (sequence: bigint) =>
      signRecord(key, {
        path: '/ipfs/bafkqaaa',
        sequence,
        endsMs: Date.now() + 60_000,
        ttlNs: 0n,
        hasV1: false,
      })
    const [telling, asking] = [await routingOf(first), await routingOf(second)]

    await telling.put(name, await record(2n), PEERS)
    const found = await collect(asking.get(name, PEERS))
    const hosted = await (await server.use(['hostedRecords'])).hostedRecords.get(name)

    expect(found.map(({ sequence }) => sequence)).toEqual([2n])
    expect(hosted).toEqual(found[0]?.bytes)
    const stranger = await generateKey('ed25519', { random: seededRandom(9) })
    // Another router may take what the DHT refuses.
    await Promise.allSettled([
      telling.put(name, await record(1n), PEERS),
      asking.put(name, stranger.publicKey, PEERS),
    ])
    expect(await (await server.use(['hostedRecords'])).hostedRecords.get(name)).toEqual(hosted)
  })

  it('reaches servers of which only another server knows', async () => {
    const server = () => peerNode({}, { routing: { type: 'dhtserver' } })
    const [near, far, telling, asking] = await Promise.all([server(), server(), peerNode(), peerNode()])
    await near.call(`swarm/connect?arg=${far.address}`)
    await telling.call(`swarm/connect?arg=${far.address}`)
    await asking.call(`swarm/connect?arg=${near.address}`)
    await (await routingOf(telling)).provide(CID, PEERS)

    const providers = await collect((await routingOf(asking)).findProviders(CID, PEERS))

    expect(providers.map(({ peerId }) => formatPeerId(peerId))).toEqual([telling.peerId])
  })

  it('has nothing, at once, without peers', async () => {
    const alone = await routingOf(await peerNode())

    expect(await collect(alone.findProviders(CID, PEERS))).toEqual([])
    await expect(alone.provide(CID, PEERS)).rejects.toThrow('no peer of it has answered')
  })

  it('is asked over HTTP too, by nodes that know only this one', async () => {
    const [server, first] = await aroundServer()
    await (await routingOf(first)).provide(CID, PEERS)

    const answer = await server.send(`/routing/v1/providers/${CID}`)
    const { Providers } = (await answer.json()) as { Providers: readonly { ID: string }[] }

    expect(Providers.map(({ ID }) => ID)).toEqual([first.peerId])
  })

  it('does not exist where the owner wants none', async () => {
    const node = await peerNode({}, { routing: { type: 'none' } })

    expect((await node.use(['dht'])).dht.running).toBeUndefined()
    expect((await routingOf(node)).can('provide')).toBe(false)
  })
})
