import { describe, expect, it } from 'vitest'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { directoryEntries } from '../../../src/unixfs/directory/directory-entries.ts'
import { openNode } from '../../../src/unixfs/read/open-node.ts'
import { added, file } from './added.ts'

function* numbered(count: number, path: (at: number) => string) {
  for (let at = 1; at <= count; at += 1) yield file(path(at), `${at}\n`)
}

const t0260 = () => numbered(2000, (at) => `testdata/file${at}`)

async function rootOf({ root, blockstore }: Awaited<ReturnType<typeof added>>) {
  const node = await openNode(blockstore, parseCid(root))
  return node.kind === 'directory' ? { type: node.unixfs.type, node } : { type: node.kind, node: undefined }
}

describe('addContent(), sharded directories', () => {
  it.each([
    [{}, 'QmavrTrQG4VhoJmantURAYuw3bowq3E2WcvP36NRQDAC1N'],
    [{ alwaysShard: true }, 'QmSCJD1KYLhVVHqBK3YyXuoEqHt7vggyJhzoFYbT8v1XYL'],
  ])('give 2000 files with %j the root of the network', async (options, cid) => {
    expect((await added(t0260(), options)).root).toBe(cid)
  })

  it.each([
    [{}, 'QmPkwLJTYZRGPJ8Lazr9qPdrLmswPtUjaDbEpmR9jEh1se'],
    [{ cidVersion: 1 }, 'bafybeib46tpawg2d2hhlmmn2jvgio33wqkhlehxrem7wbfvqqikure37rm'],
  ])('give 100 trickle files with %j the root of the network', async (options, cid) => {
    const files = numbered(100, (at) => `foo/file${at}`)

    expect((await added(files, { ...options, trickle: true, alwaysShard: true })).root).toBe(cid)
  })

  it('begin above the threshold, not at it', async () => {
    const files = () => numbered(9, (at) => `d/${at}`)
    const atBytes = 9 * (34 + 1)

    expect((await rootOf(await added(files(), { shardThresholdBytes: atBytes }))).type).toBe('directory')
    expect((await rootOf(await added(files(), { shardThresholdBytes: atBytes - 1 }))).type).toBe('hamt-shard')
  })

  it('reckon the size of the block to the byte where that is what counts', async () => {
    const metadata = { mode: 0o750, mtime: { seconds: 1_700_000_000, nanoseconds: 1 } }
    const files = () => numbered(200, (at) => `d/${'name'.repeat(at)}`)
    const plain = await added(files(), { metadata, shardThresholdBytes: 2 ** 30 })
    const bytes = (await plain.blockstore.get(parseCid(plain.root)))?.byteLength ?? 0
    const options = { metadata, sizeEstimate: 'block' } as const

    const at = await added(files(), { ...options, shardThresholdBytes: bytes })
    const above = await added(files(), { ...options, shardThresholdBytes: bytes - 1 })

    expect((await rootOf(at)).type).toBe('directory')
    expect((await rootOf(above)).type).toBe('hamt-shard')
  })

  it('begin with one entry more than are allowed', async () => {
    const files = () => numbered(9, (at) => `d/${at}`)

    expect((await rootOf(await added(files(), { maxDirectoryLinks: 9 }))).type).toBe('directory')
    expect((await rootOf(await added(files(), { maxDirectoryLinks: 8 }))).type).toBe('hamt-shard')
    expect((await rootOf(await added(files(), { maxDirectoryLinks: -1 }))).type).toBe('directory')
  })

  it('leave an empty directory as it is', async () => {
    const { root } = await added([{ kind: 'directory', path: 'd' }], { alwaysShard: true })

    expect(root).toBe('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
  })

  it.each([8, 256, 512, 1024])('give back every name from shards of %i slots', async (maxHamtFanout) => {
    const one = await added(
      numbered(1500, (at) => `d/name ${at}`),
      { alwaysShard: true, maxHamtFanout },
    )
    const { node } = await rootOf(one)

    const names: string[] = []
    if (node) for await (const entry of directoryEntries(one.blockstore, node)) names.push(entry.name)
    expect(node?.unixfs.fanout).toBe(maxHamtFanout)
    expect(names.sort()).toEqual(Array.from({ length: 1500 }, (_, at) => `name ${at + 1}`).sort())
  })

  it('keep mode and time in the root', async () => {
    const metadata = { mode: 0o711, mtime: { seconds: 5, nanoseconds: 6 } }
    const { node } = await rootOf(
      await added(
        numbered(9, (at) => `d/${at}`),
        { alwaysShard: true, metadata },
      ),
    )

    expect(node).toMatchObject(metadata)
  })
})
