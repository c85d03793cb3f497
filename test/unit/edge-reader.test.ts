import { describe, expect, it } from 'vitest'
import type {
  BlockCache,
  BlockRecord,
  BlockRecords,
  PublicBlock,
  PublicBlockOptions,
} from '../../edge/reader/near-blocks.ts'
import { readerBlocks } from '../../edge/reader/reader-blocks.ts'
import { recentRecords } from '../../edge/reader/recent-records.ts'
import { recentRoots } from '../../edge/reader/recent-roots.ts'
import { createByteBudget } from '../../src/blocks/byte-budget.ts'
import { blockKey, type CID } from '../../src/codec/cid/cid.ts'
import { rawFile } from '../requests/stored-tree.ts'

const EXPIRY_MS = 60_000
const PLACE = { pack: 7, offset: 100 }

describe('readerBlocks', () => {
  it('asks the object once, and then reads near it', async () => {
    const { cid, bytes, reader, asked, cache } = await setUp()

    await reader().get(cid)
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    cache.clear()
    expect(await reader().isNear(cid)).toBe(true)
    expect(asked()).toBe(1)
  })

  it('has the object fetch a missing block, unless only what is held is asked for', async () => {
    const { cid, reader, askedOffline } = await setUp({ isHidden: true })

    expect(await reader().getHeld(cid)).toBeUndefined()
    expect(await reader().get(cid)).toBeUndefined()
    expect(askedOffline).toEqual([true, false])
  })

  it('reads a block in a pack at the place that its record names', async () => {
    const { cid, bytes, reader, asked, cache, packs } = await setUp({ place: PLACE })

    await reader().get(cid)
    cache.clear()
    packs.set(PLACE.pack, Buffer.concat([Buffer.alloc(PLACE.offset), bytes]))
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    expect(asked()).toBe(1)
  })

  it('copies no block of a pack where packs are as near as the cache', async () => {
    const { cid, bytes, reader, asked, cache, packs } = await setUp({ place: PLACE, arePacksNear: true })

    await reader().get(cid)
    packs.set(PLACE.pack, Buffer.concat([Buffer.alloc(PLACE.offset), bytes]))
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    expect([asked(), cache.size]).toEqual([1, 0])
  })

  it('finds a block in no pack again, where packs are as near as the cache', async () => {
    const { cid, bytes, reader, asked, records } = await setUp({ arePacksNear: true })

    await reader().get(cid)
    records.clear()
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    expect(asked()).toBe(1)
  })

  it('asks the object when a copy has other bytes, or the pack is gone', async () => {
    const { cid, bytes, reader, asked, cache, packs } = await setUp({ place: PLACE })

    await reader().get(cid)
    cache.set(blockKey(cid), Buffer.from('something else'))
    packs.set(PLACE.pack, Buffer.alloc(PLACE.offset + bytes.byteLength))
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    cache.clear()
    packs.clear()
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    expect(asked()).toBe(3)
  })

  it('serves nothing that the object hides from anonymous clients, and caches nothing of it', async () => {
    const { cid, reader, asked, cache, records } = await setUp({ isHidden: true })

    expect(await reader().get(cid)).toBeUndefined()
    expect(await reader().isNear(cid)).toBe(false)
    expect([asked(), cache.size, records.size]).toEqual([1, 0, 0])
  })

  it('never hands out wrong bytes of the object', async () => {
    const { cid, reader } = await setUp({ isWrong: true })

    expect(await reader().get(cid)).toBeUndefined()
  })

  it('uses what it was told no longer than the expiry', async () => {
    const { cid, reader, asked, passTime } = await setUp()

    await reader().get(cid)
    passTime(EXPIRY_MS)
    expect(await reader().isNear(cid)).toBe(false)
    await reader().get(cid)
    expect(asked()).toBe(2)
  })

  it('serves when no copy can be kept', async () => {
    const { cid, bytes, reader, asked } = await setUp({ cannotKeep: true })

    for (let times = 0; times < 2; times += 1) {
      expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    }
    expect(asked()).toBe(2)
  })

  it('asks the object when what is near it cannot be read', async () => {
    const { cid, bytes, reader, asked } = await setUp({ cannotFind: true })

    expect(await reader().isNear(cid)).toBe(false)
    expect(Buffer.compare((await reader().get(cid)) ?? Buffer.of(), bytes)).toBe(0)
    expect(asked()).toBe(1)
  })

  it('leaves at most 64 blocks of one request behind', async () => {
    const { reader, blocks, cache, records } = await setUp()
    const one = reader()
    for (let at = 0; at < 100; at += 1) {
      const { cid, blocks: stored } = await rawFile(`block ${at}`)
      blocks.set(blockKey(cid), { bytes: Uint8Array.from(stored[0]?.bytes ?? []), place: undefined })
      await one.get(cid)
    }

    expect([cache.size, records.size]).toEqual([64, 64])
  })
})

describe('recentRecords', () => {
  const record = (pack: number, untilMs = EXPIRY_MS): BlockRecord => ({
    ...{ untilMs, sizeBytes: 1 },
    place: { pack, offset: 0 },
  })

  it('looks up once where a block is, until the record expires', async () => {
    const { records, stored, lookups, passTime } = namespace()
    stored.set('a', record(1))

    await records.find('a')
    stored.set('a', record(2, 2 * EXPIRY_MS))
    expect([await records.find('a'), lookups()]).toEqual([record(1), 1])
    passTime(EXPIRY_MS)
    expect([await records.find('a'), lookups()]).toEqual([record(2, 2 * EXPIRY_MS), 2])
  })

  it('knows what it was told to keep, and forgets the oldest of many', async () => {
    const { records, lookups } = namespace()
    await records.keep('a', record(1))
    expect([await records.find('a'), lookups()]).toEqual([record(1), 0])
    for (let at = 0; at < 4096; at += 1) await records.keep(`other ${at}`, record(at))

    await records.find('a')
    expect(lookups()).toBe(1)
  })

  it('holds no bytes in memory', async () => {
    const { records, lookups } = namespace()
    await records.keep('a', { ...record(1), place: undefined, bytes: Uint8Array.of(1) })

    await records.find('a')
    await records.find('a')
    expect(lookups()).toBe(2)
  })
})

describe('recentRoots', () => {
  it('counts a root as repeated within the period, and forgets the oldest of many', () => {
    let now = 0
    const roots = recentRoots(() => now, 1000)

    expect([roots.isRepeated('a'), roots.isRepeated('a'), roots.isRepeated('b')]).toEqual([
      false,
      true,
      false,
    ])
    now = 1000
    expect(roots.isRepeated('a')).toBe(false)
    for (let at = 0; at < 4096; at += 1) roots.isRepeated(`other ${at}`)
    expect(roots.isRepeated('a')).toBe(false)
  })
})

/** {@link recentRecords} over a namespace in memory. */
function namespace() {
  const stored = new Map<string, BlockRecord>()
  let count = 0
  let now = 0
  const behind: BlockRecords = {
    async find(key) {
      count += 1
      return stored.get(key)
    },
    keep: async (key, kept) => void stored.set(key, kept),
  }
  return {
    stored,
    records: recentRecords(behind, () => now),
    lookups: () => count,
    passTime(durationMs: number) {
      now += durationMs
    },
  }
}

interface Given {
  readonly arePacksNear?: boolean
  readonly place?: typeof PLACE
  readonly isHidden?: boolean
  readonly isWrong?: boolean
  readonly cannotKeep?: boolean
  readonly cannotFind?: boolean
}

/** A reader with one block at the object, and everything around it in memory. */
async function setUp({ place, arePacksNear = false, isHidden, isWrong, cannotKeep, cannotFind }: Given = {}) {
  const { cid, blocks: stored } = await rawFile('a public block')
  const bytes = Uint8Array.from(stored[0]?.bytes ?? [])
  const cached = new Map<string, Uint8Array>()
  const records = new Map<string, BlockRecord>()
  const packs = new Map<number, Uint8Array>()
  const blocks = new Map<string, PublicBlock>()
  if (!isHidden) blocks.set(blockKey(cid), { bytes: isWrong ? Uint8Array.of(1) : bytes, place })
  let asked = 0
  const askedOffline: boolean[] = []
  let now = 1_000_000
  const refuse = () => Promise.reject(new Error('no room'))
  const cache: BlockCache = {
    find: async (key) => (cannotFind ? refuse() : cached.get(key)),
    keep: async (key, kept) => (cannotKeep ? refuse() : void cached.set(key, kept)),
  }
  const options = {
    cache,
    records: {
      async find(key: string) {
        const record = records.get(key)
        return record && record.untilMs > now ? record : undefined
      },
      keep: async (key: string, record: BlockRecord) =>
        cannotKeep ? refuse() : void records.set(key, record),
    },
    packs: {
      async read({ pack, offset, sizeBytes }: { pack: number; offset: number; sizeBytes: number }) {
        return packs.get(pack)?.slice(offset, offset + sizeBytes)
      },
    },
    arePacksNear,
    async ask(wanted: CID, { offline }: PublicBlockOptions) {
      asked += 1
      askedOffline.push(offline)
      return blocks.get(blockKey(wanted))
    },
    now: () => now,
    expiryMs: EXPIRY_MS,
    copies: createByteBudget(1024 * 1024),
    waitUntil: () => undefined,
  }
  return {
    cid,
    bytes,
    blocks,
    packs,
    records,
    cache: cached,
    reader: () => readerBlocks(options),
    asked: () => asked,
    askedOffline,
    passTime(durationMs: number) {
      now += durationMs
      cached.clear()
    },
  }
}
