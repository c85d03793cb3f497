import { describe, expect, it } from 'vitest'
import { type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { nameHash } from '../../../src/codec/dag-pb/name-hash.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { dagShape } from '../../../src/unixfs/dag/dag-shape.ts'
import { entryLink } from '../../../src/unixfs/directory/entry-link.ts'
import { slotName, slotPrefix } from '../../../src/unixfs/directory/shard.ts'
import { writeEntries } from '../../../src/unixfs/directory/write-directory.ts'
import { writeShardNode } from '../../../src/unixfs/directory/write-shards.ts'
import { createNodeWriter, type WrittenNode } from '../../../src/unixfs/layout/node-writer.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form } from '../../requests/form.ts'
import { servedNode } from './served-node.ts'

const LAYOUT = { bits: 8, prefixLength: 2 }
const FANOUT = 256
const NAME = 'the new one'

/** A file that needs no block, and a shard that is not stored. */
const LEAF: WrittenNode = { cid: parseCid('bafkqaaa'), sizeBytes: 0 }
const ELSEWHERE: WrittenNode = {
  cid: parseCid('QmPc73aWK9dgFBXe86P4PvQizHo9e5Qt7n7DAMXWuigFu3'),
  sizeBytes: 1000,
}

const SLOTS = Array.from({ length: FANOUT }, (_, slot) => slotName(slot, LAYOUT))

function countedBlockstore() {
  const blockstore = memoryBlockstore()
  const counts = { reads: 0, writes: 0 }
  const counted: Blockstore = {
    ...blockstore,
    get: async (cid, options) => {
      counts.reads += 1
      return blockstore.get(cid, options)
    },
    putMany: async (blocks, options) => {
      counts.writes += blocks.length
      await blockstore.putMany(blocks, options)
    },
  }
  const put = async (cid: CID, bytes: Uint8Array) => blockstore.put(cid, bytes)
  const nodes = createNodeWriter({ put, takeRoom: async () => () => undefined }, dagShape({}))
  return { counted, counts, nodes }
}

/** As many entries as give three levels of shards, of which only those on the way to a name are stored. */
async function millionEntries(nodes: ReturnType<typeof countedBlockstore>['nodes']): Promise<CID> {
  const hash = await nameHash(NAME)
  const [top, middle, low] = [0, 1, 2].map((level) => slotPrefix(hash, level, LAYOUT))
  const shard = (links: Parameters<typeof writeShardNode>[1]) =>
    writeShardNode(nodes, links, { fanout: FANOUT, layout: LAYOUT })
  const lowest = await shard(
    SLOTS.filter((slot) => slot !== low)
      .slice(0, 16)
      .map((slot) => entryLink(`${slot}x`, LEAF)),
  )
  const between = await shard(SLOTS.map((slot) => entryLink(slot, slot === middle ? lowest : ELSEWHERE)))
  return (await shard(SLOTS.map((slot) => entryLink(slot, slot === top ? between : ELSEWHERE)))).cid
}

async function thousandEntries(nodes: ReturnType<typeof countedBlockstore>['nodes']): Promise<CID> {
  const entries = Array.from({ length: 1000 }, (_, at) => ({ name: `${'name '.repeat(80)}${at}`, ...LEAF }))
  return (await writeEntries(nodes, entries, {})).cid
}

/** What one write into a directory reads and writes. */
async function costOfWrite(
  make: (nodes: ReturnType<typeof countedBlockstore>['nodes']) => Promise<CID>,
): Promise<{ reads: number; writes: number }> {
  const { counted, counts, nodes } = countedBlockstore()
  const call = await servedNode({ blockstore: counted })
  await call(`files/cp?arg=/ipfs/${await make(nodes)}&arg=/large`)
  const before = { ...counts }
  await call(`files/write?arg=/large/${NAME}&create=true`, form(file('data', 'new')))
  const after = { ...counts }
  expect(await (await call(`files/read?arg=/large/${NAME}`)).text()).toBe('new')
  return { reads: after.reads - before.reads, writes: after.writes - before.writes }
}

describe('a directory of a million entries', () => {
  it('takes a write for one shard more than one of a thousand', async () => {
    const thousand = await costOfWrite(thousandEntries)
    const million = await costOfWrite(millionEntries)

    expect(million.writes).toBeLessThanOrEqual(thousand.writes + 1)
    expect(million.reads).toBeLessThanOrEqual(thousand.reads + 4)
    expect(million.writes).toBeLessThan(10)
  })
})

describe('POST /api/v0/files/ls of 12,500 entries', () => {
  it('streams them: the first lines come before most shards are read', async () => {
    const { counted, counts, nodes } = countedBlockstore()
    const shape = { fanout: FANOUT, layout: LAYOUT }
    const shards: { readonly slot: string; readonly shard: WrittenNode }[] = []
    for (const slot of SLOTS.slice(0, 49)) {
      const links = SLOTS.map((inner) => entryLink(`${inner}${slot}-${inner}`, LEAF))
      shards.push({ slot, shard: await writeShardNode(nodes, links, shape) })
    }
    const root = await writeShardNode(
      nodes,
      shards.map(({ slot, shard }) => entryLink(slot, shard)),
      shape,
    )
    const call = await servedNode({ blockstore: counted })
    await call(`files/cp?arg=/ipfs/${root.cid}&arg=/large`)
    const before = counts.reads

    const { body } = await call('files/ls?arg=/large&stream=true&long=true')
    const reader = body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    let readsAtFirst = 0
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      if (text === '') readsAtFirst = counts.reads - before
      text += decoder.decode(step.value, { stream: true })
    }

    const pages: number[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).Entries.length)
    expect(pages.reduce((sum, length) => sum + length)).toBe(12_544)
    expect(Math.max(...pages)).toBeLessThanOrEqual(256)
    expect(readsAtFirst).toBeLessThan(25)
    expect(counts.reads - before).toBeLessThan(55)
  })
})

describe.each([
  ['a single node', '', 5],
  ['a sharded directory', 'n'.repeat(400), 600],
])('a thousand files in %s', (_, prefix, maxWrites) => {
  it('are placed by one change of it, and removed by one', async () => {
    const { counted, counts } = countedBlockstore()
    const call = await servedNode({ blockstore: counted })
    const writesOf = async (path: string, init?: SendInit) => {
      const before = counts.writes
      await (await call(path, init)).text()
      return counts.writes - before
    }
    const listed = async () => (await (await call('files/ls?arg=/many')).json()).Entries
    await call('files/mkdir?arg=/many')
    const names = Array.from({ length: 1000 }, (_, at) => `${prefix}${at}`)
    const [kept, ...removed] = names.map((name) => `arg=/many/${name}`)

    // The bytes of the files are in their CIDs, so that only directories and shards are written.
    const parts = names.map((name, at) => file(name, `${at}`))
    const placing = await writesOf('add?to-files=/many/&pin=false&inline=true&cid-version=1', form(...parts))
    expect(await listed()).toHaveLength(1000)
    expect(await (await call(`files/read?${removed.at(-1)}`)).text()).toBe('999')
    const removing = await writesOf(`files/rm?${removed.join('&')}`)

    expect(await listed()).toEqual([expect.objectContaining({ Name: names[0] })])
    expect(await (await call(`files/read?${kept}`)).text()).toBe('0')
    expect(Math.max(placing, removing)).toBeLessThan(maxWrites)
  })
})
