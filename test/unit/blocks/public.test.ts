import { describe, expect, it } from 'vitest'
import { createPublicBlocks } from '../../../src/blocks/public.ts'
import { recordBlock } from '../../../src/calendar/store/record-block.ts'
import { CID, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { eventRecord } from '../calendar/records.ts'
import { memoryNode } from '../memory-ports.ts'

const uid = 'uid'

describe('the public blocks of a node', () => {
  it('hold no hidden record, whatever the CID calls it, and everything else', async () => {
    const { blockstore, publicBlocks } = await memoryNode()
    const draft = await recordBlock('events', { uid, ...eventRecord({ status: 'draft' }) })
    const shown = await recordBlock('events', { uid, ...eventRecord() })
    await blockstore.putMany([draft, shown])

    for (const cid of [draft.cid, CID.createV1(RAW_CODEC, draft.cid.multihash)]) {
      expect([
        await publicBlocks.get(cid),
        await publicBlocks.has(cid),
        await publicBlocks.stat(cid),
      ]).toEqual([undefined, false, undefined])
    }
    expect(await publicBlocks.get(shown.cid)).toEqual(shown.bytes)
    expect(await publicBlocks.has(shown.cid)).toBe(true)
    expect(await publicBlocks.stat(shown.cid)).toEqual({ sizeBytes: shown.bytes.byteLength })
  })
})

describe('createPublicBlocks()', () => {
  it('gives nothing while what parts hide cannot be told, and asks again', async () => {
    const source = memoryBlockstore()
    const { cid, bytes } = await recordBlock('events', { uid, ...eventRecord() })
    await source.put(cid, bytes)
    let isOffline = true
    const blocks = createPublicBlocks({
      source,
      hides: async () => {
        if (isOffline) throw new Error('a part cannot be loaded')
        return { calendar: () => false }
      },
    })

    await expect(blocks.get(cid)).rejects.toThrow('a part cannot be loaded')
    await expect(blocks.has(cid)).rejects.toThrow('a part cannot be loaded')
    isOffline = false

    expect(await blocks.get(cid)).toEqual(bytes)
  })

  it('is silent about blocks that any part hides', async () => {
    const source = memoryBlockstore()
    const { cid, bytes } = await recordBlock('events', { uid, ...eventRecord() })
    await source.put(cid, bytes)
    const hides = async () => ({ calendar: () => false, drop: (found: Uint8Array) => found.length > 3 })

    expect(await createPublicBlocks({ source, hides }).get(cid)).toBeUndefined()
  })
})
