import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import { recordBlock } from '../../../../src/calendar/store/record-block.ts'
import { memoryBlockstore } from '../../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { parseProvideStrategy } from '../../../../src/net/routing/provide-strategy.ts'
import type { Schedule } from '../../../../src/ports/schedule.ts'
import { keyOf, prefixRange } from '../../../../src/state/keys.ts'
import { file, form } from '../../../requests/form.ts'
import { eventRecord } from '../../calendar/records.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'

/** A schedule whose tasks run when the test says so, whatever the time. */
function manualSchedule() {
  const tasks = new Map<string, () => Promise<void>>()
  const schedule: Schedule = {
    add(name, run) {
      tasks.set(name, run)
      return { isSet: false, at: () => undefined }
    },
  }
  return { schedule, announce: async () => tasks.get('announcing')?.() }
}

type Settings = NonNullable<Parameters<typeof peerNode>[1]>['routing']

const startServer = () => peerNode({}, { routing: { type: 'dhtserver' } })

async function startNode(routing: Settings = {}, ports: Parameters<typeof peerNode>[0] = {}) {
  const { schedule, announce } = manualSchedule()
  return { announce, node: await peerNode({ schedule, ...ports }, { routing }) }
}

async function connect(node: PeerNode, server: PeerNode): Promise<void> {
  await node.call(`swarm/connect?arg=${server.address}`)
  // Waits until the server has told its protocols.
  await node.call(`id?arg=${server.peerId}`)
}

async function add(node: PeerNode, text: string, options = ''): Promise<string> {
  const reply = await node.call(`add?raw-leaves=true&pin=false${options}`, form(file('a', text)))
  return (JSON.parse(reply) as { readonly Hash: string }).Hash
}

/** Pins a node that links to a block. */
async function pinAbove(node: PeerNode, leaf: string): Promise<string> {
  const body = form(file('data', JSON.stringify({ leaf: { '/': leaf } })))
  const reply = JSON.parse(await node.call('dag/put?pin=true', body)) as { Cid: { '/': string } }
  return reply.Cid['/']
}

/** A folder with one entry. */
async function linkedBy(node: PeerNode, entry: string): Promise<string> {
  const { Hash: empty } = JSON.parse(await node.call('object/new?arg=unixfs-dir')) as {
    readonly Hash: string
  }
  const reply = JSON.parse(await node.call(`object/patch/add-link?arg=${empty}&arg=file&arg=${entry}`))
  return (reply as { readonly Hash: string }).Hash
}

/** Which of the blocks the server names the node as a provider of. */
async function announced(server: PeerNode, node: PeerNode, cids: readonly string[]) {
  const found = await Promise.all(
    cids.map(async (cid) =>
      (await server.call(`routing/findprovs?arg=${cid}&num-providers=1`)).includes(node.peerId),
    ),
  )
  return cids.filter((_, at) => found[at])
}

const statOf = async (node: PeerNode) => JSON.parse(await node.call('stats/provide'))

describe('a node that is connected to a server of the DHT', () => {
  it('announces what it holds, what it adds, and everything again when it is asked to', async () => {
    const [server, { node, announce }] = await Promise.all([startServer(), startNode()])
    const before = await add(node, 'before')
    await announce()
    await connect(node, server)
    expect(await announced(server, node, [before])).toEqual([])

    await announce()
    const after = await add(node, 'after')
    await announce()

    expect(await announced(server, node, [before, after])).toEqual([before, after])
    expect(await statOf(node)).toMatchObject({ TotalProvides: 2, LastReprovideBatchSize: 1 })
    await node.call('routing/reprovide')
    expect(await statOf(node)).toMatchObject({ TotalProvides: 4, LastReprovideBatchSize: 2 })
  })

  it('lets blocks that arrive come first, for a minute at most', async () => {
    let nowMs = Date.now()
    const clock = { ...systemClock(), now: () => nowMs }
    const [server, { node, announce }] = await Promise.all([startServer(), startNode({}, { clock })])
    await connect(node, server)
    await announce()
    const fetchOne = async (text: string) => node.call(`block/get?arg=${await add(server, text)}`)

    const first = await add(node, 'added amid the first download')
    await fetchOne('block of the first download')
    await announce()
    expect(await announced(server, node, [first])).toEqual([])

    nowMs += 1_000
    await announce()
    expect(await announced(server, node, [first])).toEqual([first])

    const second = await add(node, 'added amid the second download')
    await fetchOne('block of the second download')
    await announce()
    expect(await announced(server, node, [second])).toEqual([])

    nowMs += 60_000
    await fetchOne('a late block of the second download')
    await announce()
    expect(await announced(server, node, [second])).toEqual([second])
  })

  it.each([
    ['roots', (root: string) => [root]],
    ['pinned', (root: string, leaf: string) => [root, leaf]],
    ['mfs', (_root: string, _leaf: string, mutable: string) => [mutable]],
    ['roots+mfs', (root: string, _leaf: string, mutable: string) => [root, mutable]],
  ])('announces by the strategy "%s"', async (provideStrategy, expected) => {
    const [server, { node, announce }] = await Promise.all([startServer(), startNode({ provideStrategy })])
    await connect(node, server)
    await announce()
    const leaf = await add(node, 'leaf')
    const mutable = await add(node, 'mutable')
    const root = await pinAbove(node, leaf)
    await node.call(`files/cp?arg=/ipfs/${mutable}&arg=/file`)

    await announce()

    expect(await announced(server, node, [root, leaf, mutable])).toEqual(expected(root, leaf, mutable))
  })

  it('leaves out the blocks of files, and nothing else, by the strategy "pinned+mfs+entities"', async () => {
    const [server, { node, announce }] = await Promise.all([
      startServer(),
      startNode({ provideStrategy: 'pinned+mfs+entities' }),
    ])
    await connect(node, server)
    await announce()
    const file = await add(node, 'a file of two blocks', '&chunker=size-10')
    const parts = (await node.call(`refs?arg=${file}`)).match(/baf\w+/g) ?? []
    const folder = await linkedBy(node, file)
    await node.call(`pin/add?arg=${folder}`)
    const above = await pinAbove(node, folder)

    await announce()

    expect(parts).toHaveLength(2)
    expect(await announced(server, node, [above, folder, file, ...parts])).toEqual([above, folder, file])
  })

  it.each(['all', 'pinned'])('announces no draft by the strategy "%s"', async (provideStrategy) => {
    const [server, { node, announce }] = await Promise.all([startServer(), startNode({ provideStrategy })])
    const draft = await recordBlock('events', { uid: 'uid', ...eventRecord({ status: 'draft' }) })
    const { blockstore } = await node.use(['blockstore'])
    await blockstore.put(draft.cid, draft.bytes)
    const root = await pinAbove(node, draft.cid.toString())
    await connect(node, server)

    await announce()

    expect(await announced(server, node, [root, draft.cid.toString()])).toEqual([root])
    await expect(node.call(`provide/once?arg=${draft.cid}`)).rejects.toThrow('not found locally')
  })

  it('keeps what waits over a restart, until provide/clear', async () => {
    const ports = { datastore: memoryDatastore(), blockstore: memoryBlockstore() }
    const [server, first] = await Promise.all([startServer(), startNode({}, ports)])
    await connect(first.node, server)
    await first.announce()
    await first.node.call('swarm/disconnect', { method: 'POST' }).catch(() => undefined)
    await first.node.call(`swarm/disconnect?arg=/p2p/${server.peerId}`)
    const cid = await add(first.node, 'while no server is connected')
    await first.announce()
    const { network } = await first.node.use(['network'])
    await network.stop()

    const second = await startNode({}, ports)
    await connect(second.node, server)
    await second.announce()

    expect(await announced(server, second.node, [cid])).toEqual([cid])
    await second.node.call(`swarm/disconnect?arg=/p2p/${server.peerId}`)
    await add(second.node, 'another')
    await second.announce()
    expect(await second.node.call('provide/clear')).toBe('1\n')
    expect(await second.node.call('provide/clear?quiet=true')).toBe('')
  })
})

describe('a node without peers', () => {
  it('stores nothing to be announced', async () => {
    const datastore = memoryDatastore()
    const { node, announce } = await startNode({}, { datastore })
    await add(node, 'alone')
    await announce()

    const rows = []
    for await (const row of datastore.range(prefixRange(keyOf('net/provide/')))) rows.push(row)
    expect(rows).toEqual([])
    await expect(node.call('routing/reprovide')).rejects.toThrow('cannot provide, no connected peers')
    for (const cid of ['bafkqaaa', 'nope']) {
      await expect(node.call(`provide/once?arg=${cid}`)).rejects.toThrow('cannot provide: no connected peers')
    }
  })

  it('shows its statistics in the forms of the document and of today', async () => {
    const { node } = await startNode({ provideIntervalMs: 1_000 })
    const today = {
      Sweep: null,
      Legacy: {
        ...{ TotalReprovides: 0, LastReprovideBatchSize: 0, ReprovideInterval: 1e9 },
        ...{ AvgReprovideDuration: 0, LastReprovideDuration: 0, LastRun: '0001-01-01T00:00:00Z' },
      },
      FullRT: false,
    }

    expect(JSON.parse(await node.call('provide/stat'))).toEqual(today)
    expect(JSON.parse(await node.call('stats/reprovide'))).toEqual(today)
    expect(await statOf(node)).toEqual({
      ...{ TotalProvides: 0, LastReprovideBatchSize: 0, AvgProvideDuration: 0, LastReprovideDuration: 0 },
      ...today,
    })
    expect(await node.call('provide/stat?encoding=text')).toBe(
      'TotalReprovides:       0\nAvgReprovideDuration:  0s\nLastReprovideDuration: 0s\n',
    )
    expect(await node.call('provide/stat?encoding=text&compact=true')).toMatch(/^TotalReprovides:/)
    await expect(node.call('provide/stat?lan=true')).rejects.toThrow('LAN stats only available')
  })

  it('announces no rounds where the owner has switched them off', async () => {
    const { node } = await startNode({ provideIntervalMs: 0 })
    const disabled = await startNode({ isProviding: false })

    await expect(node.call('bitswap/reprovide')).rejects.toThrow("Provide.DHT.Interval is set to '0'")
    await expect(disabled.node.call('bitswap/reprovide')).rejects.toThrow("Provide.Enabled is set to 'false'")
  })
})

describe('stats/dht', () => {
  it('shows the peers of the table by their distance', async () => {
    const [server, { node }] = await Promise.all([startServer(), startNode()])
    expect(await node.call('stats/dht')).toBe('{"Name":"wan","Buckets":[]}\n{"Name":"lan","Buckets":[]}\n')
    await connect(node, server)

    const { Name, Buckets } = JSON.parse(await node.call('stats/dht?arg=lan'))

    expect(Name).toBe('lan')
    expect(Buckets.at(-1)).toEqual({
      LastRefresh: '',
      Peers: [
        {
          ...{ ID: server.peerId, Connected: true, AgentVersion: expect.stringMatching(/^tidepool\//) },
          ...{ LastUsefulAt: '', LastQueriedAt: '' },
        },
      ],
    })
    expect(Buckets.slice(0, -1)).toEqual(Buckets.slice(0, -1).map(() => ({ LastRefresh: '', Peers: null })))
    await expect(node.call('stats/dht?arg=x')).rejects.toThrow('unknown dht type: x')
  })
})

describe('parseProvideStrategy()', () => {
  it.each([
    ['', ['all'], false],
    ['flat', ['all'], false],
    ['pinned+mfs', ['pinned', 'mfs'], false],
    ['pinned+unique', ['pinned'], false],
    ['pinned+entities', ['pinned'], true],
    ['mfs+unique+entities', ['mfs'], true],
  ])('parses "%s"', (text, kinds, isEntitiesOnly) => {
    expect(parseProvideStrategy(text)).toEqual({ kinds, isEntitiesOnly })
  })

  it.each(['all+mfs', 'all+entities', 'pinned+', 'roots+unique', 'roots+mfs+entities', 'unique', 'entities'])(
    'refuses "%s"',
    (text) => {
      expect(parseProvideStrategy(text)).toBeUndefined()
    },
  )
})
