import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { FilesEntry } from '../../../src/files/files.ts'
import { createListingCache } from '../../../src/files/listing-cache.ts'
import { rawBlock } from '../../requests/made-car.ts'

const cidOf = async (text: string): Promise<CID> => (await rawBlock(text)).cid

async function* entriesOf(cid: CID, count: number): AsyncGenerator<FilesEntry> {
  for (let at = 0; at < count; at += 1) yield { name: `entry-${at}`, cid, type: 'file', sizeBytes: at }
}

async function taken(entries: AsyncIterable<FilesEntry>): Promise<number> {
  let count = 0
  for await (const _ of entries) count += 1
  return count
}

describe('the cache of listings', () => {
  it('returns a listing once all of its entries were taken', async () => {
    const cache = createListingCache()
    const folder = await cidOf('folder')
    const first = cache.keep(folder, entriesOf(folder, 3))
    await first.next()
    expect(cache.get(folder)).toBeUndefined()
    await taken(first)
    expect(cache.get(folder)?.map(({ name }) => name)).toEqual(['entry-0', 'entry-1', 'entry-2'])
  })

  it('does not cache a directory of more than 2,048 entries', async () => {
    const cache = createListingCache()
    const folder = await cidOf('large folder')
    expect(await taken(cache.keep(folder, entriesOf(folder, 2_049)))).toBe(2_049)
    expect(cache.get(folder)).toBeUndefined()
  })

  it('drops the listing that was not used for the longest time, at 8,192 entries in all', async () => {
    const cache = createListingCache()
    const folders = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(cidOf))
    for (const folder of folders.slice(0, 4)) await taken(cache.keep(folder, entriesOf(folder, 2_048)))
    expect(cache.get(folders[0] as CID)).toHaveLength(2_048)
    await taken(cache.keep(folders[4] as CID, entriesOf(folders[4] as CID, 1)))
    expect(folders.map((folder) => cache.get(folder) !== undefined)).toEqual([true, false, true, true, true])
  })

  it('counts a long name as several', async () => {
    const cache = createListingCache()
    const folder = await cidOf('long names')
    const named = async function* () {
      yield { name: 'x'.repeat(2_048 * 64), cid: folder, type: 'file' as const, sizeBytes: 0 }
    }
    expect(await taken(cache.keep(folder, named()))).toBe(1)
    expect(cache.get(folder)).toBeUndefined()
  })
})
