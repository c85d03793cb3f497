import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../../src/codec/cid/cid.ts'
import { formatPeerId, parsePeerId, peerIdOfPublicKey } from '../../../../src/codec/cid/peer-id.ts'
import { generateKey } from '../../../../src/keys/private-key.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { signRecord } from '../../../../src/names/record/sign-record.ts'
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
