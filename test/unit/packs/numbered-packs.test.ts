import { describe, expect, it } from 'vitest'
import { numberedPacks } from '../../../edge/numbered-packs.ts'
import type { PackStore } from '../../../edge/pack-store.ts'

const PARTS = [new Uint8Array(1)]

interface OlderDatabase {
  /** Files that are stored, by number. */
  readonly stored: readonly number[]
  /** The number that the database gives next. */
  readonly next: number
  /** Runs before each write. */
  readonly onWrite?: (pack: number) => void
}

/** A store with packs of which the database, an older copy, knows only those with smaller numbers than `next`. */
function olderDatabase({ stored, next, onWrite = () => undefined }: OlderDatabase) {
  const files = new Set(stored)
  const recorded = new Set<number>()
  let last = next - 1
  const store: PackStore = {
    async write(pack, _, options) {
      options?.signal?.throwIfAborted()
      onWrite(pack)
      if (files.has(pack)) return false
      files.add(pack)
      return true
    },
    read: async () => undefined,
    remove: async () => [],
    async *list(options) {
      options?.signal?.throwIfAborted()
      yield [...files].map((pack) => ({ pack, sizeBytes: 1 }))
    },
  }
  const packs = numberedPacks({
    stores: [store],
    numbers: {
      async reserve(sizesBytes, above) {
        last = Math.max(last, above)
        return sizesBytes.map(() => {
          last += 1
          recorded.add(last)
          return last
        })
      },
      isEmpty: () => false,
      async release(numbers) {
        for (const pack of numbers) recorded.delete(pack)
      },
    },
  })
  return { packs, recorded }
}

describe('numberedPacks()', () => {
  it('numbers the rest of the files above all that are stored when a number is taken', async () => {
    const { packs, recorded } = olderDatabase({ stored: [1, 3, 4], next: 2 })

    expect(await packs.append([PARTS, PARTS, PARTS])).toEqual([2, 5, 6])

    expect([...recorded]).toEqual([2, 5, 6])
  })

  it('records no number of a file that it has not written when it ends at a taken number', async () => {
    const leaving = new AbortController()
    const { packs, recorded } = olderDatabase({
      stored: [1, 2, 3, 4],
      next: 2,
      onWrite: () => leaving.abort(new Error('the caller has left')),
    })

    await expect(packs.append([PARTS, PARTS], { signal: leaving.signal })).rejects.toThrow('has left')

    expect([...recorded]).toEqual([])
  })

  it('records the number of a failed write, which may have left a file, and none after it', async () => {
    const { packs, recorded } = olderDatabase({
      stored: [1, 5],
      next: 2,
      onWrite(pack) {
        if (pack === 3) throw new Error('the disk is full')
      },
    })

    await expect(packs.append([PARTS, PARTS, PARTS, PARTS])).rejects.toThrow('is full')

    expect([...recorded]).toEqual([2, 3])
  })
})
