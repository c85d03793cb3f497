import { describe, expect, it, vi } from 'vitest'
import { decodePeerId, formatPeerId } from '../../../../src/codec/cid/peer-id.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { connectedNodes, type PeerNode, peerNode } from '../../net/memory-peers.ts'

const [OLD, NEW] = ['/ipfs/bafkqaaa', '/ipfs/bafkqaaa/new']

const publish = async (node: PeerNode, path: string, query = '') =>
  (JSON.parse(await node.call(`name/publish?arg=${path}&resolve=false&${query}`)) as { Name: string }).Name
const resolve = async (node: PeerNode, name: string, query = '') =>
  (JSON.parse(await node.call(`name/resolve?arg=${name}&recursive=false&${query}`)) as { Path: string }).Path
const followed = async (node: PeerNode) =>
  (JSON.parse(await node.call('name/pubsub/subs')) as { Strings: string[] | null }).Strings

describe('names among connected peers', () => {
  it('are published without allow-offline, and found by a peer that asks afterwards', async () => {
    const [first, second] = await connectedNodes()

    const name = await publish(first, OLD)

    expect(await resolve(second, name)).toBe(OLD)
    expect([await followed(first), await followed(second)]).toEqual([[`/ipns/${name}`], [`/ipns/${name}`]])
    expect(JSON.parse(await second.call('name/pubsub/state'))).toEqual({ Enabled: true })
  })

  it('follow by messages what is published later', async () => {
    const [first, second] = await connectedNodes()
    const name = await publish(first, OLD, 'ttl=1h')
    await resolve(second, name)

    await vi.waitFor(async () => {
      await publish(first, NEW, 'ttl=1h')
      expect(await resolve(second, name, 'offline=true')).toBe(NEW)
    }, 5000)
  })

  it('are known to a peer that followed them when their publisher has gone', async () => {
    const [first, second, third] = await connectedNodes(3)
    const name = await publish(second, OLD)
    expect(await resolve(first, name)).toBe(OLD)

    await (await second.use(['network'])).network.stop()

    expect(await resolve(third as PeerNode, name)).toBe(OLD)
  })

  it('are followed again after a restart, until that is cancelled', async () => {
    const datastore = memoryDatastore()
    const [first, before] = [await peerNode(), await peerNode({ datastore })]
    await before.call(`swarm/connect?arg=${first.address}`)
    const name = await publish(first, OLD, 'ttl=1h')
    expect(await resolve(before, name)).toBe(OLD)
    await (await before.use(['network'])).network.stop()

    const after = await peerNode({ datastore })
    expect(await followed(after)).toEqual([`/ipns/${name}`])
    await after.call(`swarm/connect?arg=${first.address}`)
    await vi.waitFor(async () => {
      await publish(first, NEW, 'ttl=1h')
      expect(await resolve(after, name, 'offline=true')).toBe(NEW)
    }, 5000)

    await after.call(`name/pubsub/cancel?arg=${name}`)
    expect(await followed(await peerNode({ datastore }))).toBeNull()
  })

  it('are followed on, however many names without a record are asked for', async () => {
    const [first, second] = await connectedNodes()
    const [own, asked] = [await publish(second, OLD), await publish(first, OLD)]
    await resolve(second, asked)

    for (let at = 0; at < 120; at += 1) {
      await expect(resolve(second, unpublishedName(at))).rejects.toThrow('could not resolve name')
    }

    const names = (await followed(second)) ?? []
    expect(names).toHaveLength(100)
    expect(names).toEqual(expect.arrayContaining([`/ipns/${own}`, `/ipns/${asked}`]))
  })

  it('refuse an older one that a caller puts, unless forced', async () => {
    const [first, second] = await connectedNodes()
    const name = await publish(first, OLD)
    const older = await (await first.send(`/api/v0/name/get?arg=${name}`, { method: 'POST' })).blob()
    await publish(first, NEW)
    const put = (query = '') => {
      const body = new FormData()
      body.append('file', older)
      return second.send(`/api/v0/name/put?arg=${name}${query}`, { method: 'POST', body })
    }

    const refused = await put()

    expect([refused.status, (await refused.json()).Message]).toEqual([
      500,
      expect.stringContaining('existing IPNS record has sequence 1 >= new record sequence 0'),
    ])
    expect(await resolve(second, name)).toBe(NEW)
    expect((await put('&force=true')).status).toBe(200)
    expect(await resolve(second, name)).toBe(NEW)
  })

  it('are asked for again only after their ttl, or with nocache', async () => {
    const [first, second] = await connectedNodes()
    const name = await publish(first, OLD, 'ttl=1h')
    expect(await resolve(second, name)).toBe(OLD)
    // The name is followed beside the call that asks for it.
    await vi.waitFor(async () => expect(await followed(second)).toEqual([`/ipns/${name}`]))
    await second.call(`name/pubsub/cancel?arg=${name}`)
    await publish(first, NEW, 'ttl=1h')

    expect(await resolve(second, name)).toBe(OLD)
    const lines = await second.call(`name/resolve?arg=${name}&recursive=false&nocache=true&stream=true`)

    expect(lines.trim().split('\n')).toEqual([`{"Path":"${OLD}"}`, `{"Path":"${NEW}"}`])
  })

  it('count on from a record that another node has published with the same key', async () => {
    const [first, second] = await connectedNodes()
    const { keys } = await first.use(['keys'])
    await keys.create('shared', { type: 'ed25519' })
    const key = await keys.open('shared')
    await publish(first, OLD, 'key=shared&sequence=7')
    await (await second.use(['keys'])).keys.add('shared', key)

    const name = await publish(second, NEW, 'key=shared')

    expect(await resolve(first, name, 'nocache=true')).toBe(NEW)
  })

  it('end in an error at once when no peer or router knows them', async () => {
    const [first, second] = await connectedNodes()

    await expect(resolve(first, second.peerId)).rejects.toThrow('could not resolve name')
    await expect(resolve(await peerNode(), second.peerId)).rejects.toThrow('could not resolve name')
  })

  it('are neither sent nor asked for where the owner has disabled it', async () => {
    const node = await peerNode({}, { pubsub: { areNamesSent: false }, routing: { type: 'none' } })

    expect(JSON.parse(await node.call('name/pubsub/state'))).toEqual({ Enabled: false })
    await expect(node.call('name/pubsub/subs')).rejects.toThrow('IPNS pubsub subsystem is not enabled')
    await expect(publish(node, OLD)).rejects.toThrow("can't publish while offline")
  })

  it('may lead to one another, but not in a circle', async () => {
    const [first, second] = await connectedNodes()
    const one = await publish(first, OLD)
    const two = await publish(second, `/ipns/${one}`)
    expect(JSON.parse(await first.call(`name/resolve?arg=${two}`))).toEqual({ Path: OLD })

    await publish(first, `/ipns/${two}`)

    await expect(second.call(`name/resolve?arg=${two}&nocache=true`)).rejects.toThrow(
      'could not resolve name (recursion limit exceeded)',
    )
  })
})

/** The id of a peer whose Ed25519 key nobody has. */
function unpublishedName(number: number): string {
  const head = [0x00, 0x24, 0x08, 0x01, 0x12, 0x20]
  return formatPeerId(decodePeerId(Uint8Array.from({ length: 38 }, (_, at) => head[at] ?? number)))
}
