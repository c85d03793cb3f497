import { describe, expect, it } from 'vitest'
import { createQuarantine } from '../../../src/blocks/quarantine.ts'
import { createSource, type VerifyReads } from '../../../src/blocks/source.ts'
import { CID, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { type Hasher, hashers } from '../../../src/codec/cid/hashers.ts'
import { hashBytes, isSecureHash } from '../../../src/codec/cid/multihash.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { listed, numberedBlocks } from '../../contracts/blocks.ts'
import { interceptedStorage } from '../intercepted-storage.ts'

const corrupt = expect.objectContaining({ code: 'corrupt' })

function open({
  store = memoryBlockstore(),
  verifyReads,
}: {
  store?: Blockstore
  verifyReads?: VerifyReads
} = {}) {
  const datastore = memoryDatastore()
  const logger = memoryLogger()
  const quarantine = createQuarantine(datastore, logger)
  return { store, datastore, logger, quarantine, source: createSource({ store, quarantine, verifyReads }) }
}

async function blockOf(hasher: Hasher, { sizeBytes = 100, digestBytes = -1 } = {}) {
  const bytes = new Uint8Array(sizeBytes).fill(7)
  return { cid: CID.createV1(RAW_CODEC, await hashBytes(hasher, bytes, digestBytes)), bytes }
}

/** The same bytes with one bit the other way round. */
function flipped(bytes: Uint8Array): Uint8Array {
  const wrong = bytes.slice()
  wrong[wrong.byteLength >> 1] = (wrong[wrong.byteLength >> 1] ?? 0) ^ 1
  return wrong
}

const usable = hashers.filter(({ code }) => isSecureHash(code) && code !== 0)

describe('createSource()', () => {
  it.each(usable)('hands out no wrong byte under $name', async (hasher) => {
    const { store, source } = open()
    for (const digestBytes of [-1, 20]) {
      const { cid, bytes } = await blockOf(hasher, { digestBytes })
      await source.put(cid, bytes)
      expect(await source.get(cid)).toEqual(bytes)
      const wrongs = [flipped(bytes), bytes.subarray(1), new Uint8Array(101).fill(7), new Uint8Array(0)]
      for (const wrong of wrongs) {
        await store.replace(cid, wrong)
        await expect(source.get(cid)).rejects.toEqual(corrupt)
        await source.put(cid, bytes)
        expect(await source.get(cid)).toEqual(bytes)
      }
    }
  })

  it('logs each corrupt block once, until it is stored again', async () => {
    const { store, source, logger } = open()
    const [block] = await numberedBlocks(1)
    if (!block) throw new Error('no block')
    const line = {
      level: 'warn',
      scope: 'blocks',
      message: 'Found corrupt block',
      fields: { cid: block.cid.toString() },
    }
    await source.put(block.cid, block.bytes)

    for (const found of [[line], [line, line]]) {
      await store.replace(block.cid, flipped(block.bytes))
      for (let reads = 0; reads < 3; reads += 1) await source.get(block.cid).catch(() => undefined)
      expect(logger.lines).toEqual(found)
      await source.put(block.cid, block.bytes)
    }
  })

  it('claims a corrupt block no longer, until it is stored again', async () => {
    const { store, source, quarantine } = open()
    const [bad, good] = await numberedBlocks(2)
    if (!bad || !good) throw new Error('two blocks are missing')
    await source.putMany([bad, good])
    await store.replace(bad.cid, flipped(bad.bytes))

    await expect(source.get(bad.cid)).rejects.toEqual(corrupt)
    await expect(source.get(bad.cid)).rejects.toEqual(corrupt)

    expect(await source.has(bad.cid)).toBe(false)
    expect(await source.stat(bad.cid)).toBeUndefined()
    expect((await listed(source)).map(({ cid }) => cid.multihash)).toEqual([good.cid.multihash])
    expect(await quarantine.counts()).toEqual({ corrupt: 1, quarantined: 1, healed: 0 })
    await source.putMany([good, bad])
    expect(await source.get(bad.cid)).toEqual(bad.bytes)
    expect(await source.has(bad.cid)).toBe(true)
    expect(await quarantine.counts()).toEqual({ corrupt: 1, quarantined: 0, healed: 1 })
  })

  it('replaces corrupt blocks that were not read yet, once one of them was found', async () => {
    const { store, source, quarantine } = open()
    const blocks = await numberedBlocks(3)
    await source.putMany(blocks)
    for (const { cid, bytes } of blocks) await store.replace(cid, flipped(bytes))
    await expect(source.get(blocks[0]?.cid as CID)).rejects.toEqual(corrupt)

    await source.putMany(blocks)

    for (const { cid, bytes } of blocks) expect(await source.get(cid)).toEqual(bytes)
    expect(await quarantine.counts()).toEqual({ corrupt: 3, quarantined: 0, healed: 3 })
  })

  it('forgets a corrupt block that is removed', async () => {
    const { store, source, quarantine } = open()
    const [bad] = await numberedBlocks(1)
    if (!bad) throw new Error('a block is missing')
    await source.put(bad.cid, bad.bytes)
    await store.replace(bad.cid, flipped(bad.bytes))
    await expect(source.get(bad.cid)).rejects.toEqual(corrupt)

    await source.delete(bad.cid)

    expect(await source.get(bad.cid)).toBeUndefined()
    expect(await quarantine.counts()).toEqual({ corrupt: 1, quarantined: 0, healed: 0 })
  })

  it('reads again, and from other copies, before it calls a block corrupt', async () => {
    const [block] = await numberedBlocks(1)
    if (!block) throw new Error('a block is missing')
    const { cid, bytes } = block
    const store: Blockstore = {
      ...memoryBlockstore(),
      has: async () => true,
      get: async () => flipped(bytes),
      async *copies() {
        yield flipped(bytes)
        yield bytes
      },
    }
    const { source, quarantine } = open({ store })

    expect(await source.get(cid)).toEqual(bytes)

    expect(await source.has(cid)).toBe(true)
    expect(await quarantine.counts()).toEqual({ corrupt: 0, quarantined: 0, healed: 0 })
  })

  it('takes a block out of quarantine that can be read again', async () => {
    const { store, source, quarantine } = open()
    const [block] = await numberedBlocks(1)
    if (!block) throw new Error('a block is missing')
    await source.put(block.cid, block.bytes)
    await quarantine.add(block.cid)

    expect(await source.get(block.cid)).toEqual(block.bytes)

    expect(await source.has(block.cid)).toBe(true)
    expect(await store.has(block.cid)).toBe(true)
  })

  it('treats a block whose bytes are gone as corrupt, and one that was removed as absent', async () => {
    const [block] = await numberedBlocks(1)
    if (!block) throw new Error('a block is missing')
    const { DomainError } = await import('../../../src/errors.ts')
    let isHeld = true
    const store: Blockstore = {
      ...memoryBlockstore(),
      has: async () => isHeld,
      get: async () => {
        throw new DomainError('corrupt', 'Cannot read block: indexed, but its bytes are gone')
      },
    }
    const { source } = open({ store })

    await expect(source.get(block.cid)).rejects.toEqual(corrupt)
    isHeld = false
    expect(await source.get(block.cid)).toBeUndefined()
  })

  it('says nothing of a block when storage fails', async () => {
    const [block] = await numberedBlocks(1)
    if (!block) throw new Error('a block is missing')
    const failure = new Error('the disk is away')
    const store: Blockstore = {
      ...memoryBlockstore(),
      get: async () => flipped(block.bytes),
      // biome-ignore lint/correctness/useYield: it fails before
      async *copies() {
        throw failure
      },
    }
    const { source, quarantine } = open({ store })

    await expect(source.get(block.cid)).rejects.toBe(failure)
    expect((await quarantine.counts()).corrupt).toBe(0)
  })

  it('is left with a block that is quarantined or healed, whichever call of storage is the last', async () => {
    const block = await blockOf(usable[0] as Hasher)
    for (let calls = 1; calls < 40; calls += 1) {
      const store = memoryBlockstore()
      const datastore = memoryDatastore()
      let left = Number.POSITIVE_INFINITY
      const killed = interceptedStorage({ blockstore: store, datastore }, () => {
        left -= 1
        if (left < 0) throw new Error('killed')
      })
      const dying = createSource({
        store: killed.blockstore,
        quarantine: createQuarantine(killed.datastore, memoryLogger()),
      })
      await dying.put(block.cid, flipped(block.bytes))
      left = calls
      const isDone = await (async () => {
        await dying.get(block.cid).catch(() => undefined)
        await dying.put(block.cid, block.bytes)
        return dying.has(block.cid)
      })().catch(() => false)

      const quarantine = createQuarantine(datastore, memoryLogger())
      const source = createSource({ store, quarantine })
      const found = await source.get(block.cid).catch(() => undefined)
      if (found) expect(found).toEqual(block.bytes)
      await source.put(block.cid, block.bytes)
      expect(await source.get(block.cid)).toEqual(block.bytes)
      expect((await quarantine.counts()).quarantined).toBe(0)
      if (isDone) return
    }
    throw new Error('it never came to its end')
  })
})

describe('createSource() that trusts large leaves', () => {
  it('verifies nodes, small leaves and what is quarantined', async () => {
    const { store, source, quarantine } = open({ verifyReads: 'nodes' })
    const [sha256] = hashers.filter(({ name }) => name === 'sha2-256')
    if (!sha256) throw new Error('no sha2-256')
    const large = await blockOf(sha256, { sizeBytes: 16_384 })
    const small = await blockOf(sha256, { sizeBytes: 16_383 })
    const node = { cid: CID.createV1(0x71, large.cid.multihash), bytes: large.bytes }
    await source.putMany([large, small])
    for (const { cid, bytes } of [large, small]) await store.replace(cid, flipped(bytes))

    expect(await source.get(large.cid)).toEqual(flipped(large.bytes))
    await expect(source.get(small.cid)).rejects.toEqual(corrupt)
    await expect(source.get(node.cid)).rejects.toEqual(corrupt)
    await expect(source.get(large.cid)).rejects.toEqual(corrupt)
    expect((await quarantine.counts()).quarantined).toBe(2)
  })
})
