import type { CID } from '../codec/cid.ts'
import { mapOrdered } from '../content/map-ordered.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import type { LedgerBlocks } from './load-value.ts'
import { links, type QueueEntry, queueEntries } from './rollapp-node.ts'
import { createTrie, type Trie } from './trie/trie.ts'

/** The entries of one height in the order in which they came. */
export interface QueueRow {
  readonly height: bigint
  readonly entries: readonly QueueEntry[]
}

export interface RowRange extends AbortOptions {
  /** Both included; all when absent. */
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
}

/** The finalization queue on its way from one root to the next. */
export interface QueueEditor {
  /** The row, empty where nothing is queued. */
  row(height: bigint, options?: AbortOptions): Promise<readonly QueueEntry[]>
  /** Heights at which something is queued, ascending. Not to be read while rows change. */
  heights(range?: RowRange): AsyncGenerator<bigint, void>
  /** Rows in the order of their heights, some of them read ahead. Not to be read while rows change. */
  rows(range?: RowRange): AsyncGenerator<QueueRow, void>
  add(height: bigint, entry: QueueEntry, options?: AbortOptions): Promise<void>
  /** Removes the entries that `isGone` tells; a row without entries is no more. */
  remove(height: bigint, isGone: (entry: QueueEntry) => boolean, options?: AbortOptions): Promise<void>
  /** Removes a row whole, without reading it. */
  clear(height: bigint): void
  save(saved: Block[]): Promise<CID | undefined>
}

/** Rows that are read at once: a store far away takes its time for each. */
const READ_AHEAD = 16

export function editQueue(root: CID | undefined, blocks: LedgerBlocks): QueueEditor {
  const rows = createTrie({ root, blocks, codec: links })
  const changed = new Map<bigint, Trie<QueueEntry>>()

  const openRow = (link: CID | undefined) => createTrie({ root: link, blocks, codec: queueEntries })
  const rowAt = async (height: bigint, options: AbortOptions) =>
    changed.get(height) ?? openRow(await rows.get(height, options))

  return {
    async row(height, options = {}) {
      return entriesOf(await rowAt(height, options), options)
    },
    async *heights({ from, to, signal } = {}) {
      for await (const [height] of rows.entries({ from, to, signal })) yield height
    },
    async *rows({ from, to, signal } = {}) {
      yield* mapOrdered(rows.entries({ from, to, signal }), {
        concurrency: READ_AHEAD,
        transform: async ([height, link]) => {
          const row = changed.get(height) ?? openRow(link)
          return { height, entries: await entriesOf(row, { signal }) }
        },
      })
    },
    async add(height, entry, options = {}) {
      const row = await rowAt(height, options)
      changed.set(height, row)
      await row.set((await lastKey(row, options)) + 1n, entry, options)
    },
    async remove(height, isGone, options = {}) {
      const row = await rowAt(height, options)
      changed.set(height, row)
      const gone: bigint[] = []
      for await (const [key, entry] of row.entries(options)) if (isGone(entry)) gone.push(key)
      for (const key of gone) await row.delete(key, options)
    },
    clear(height) {
      changed.set(height, openRow(undefined))
    },
    async save(saved) {
      for (const [height, row] of changed) {
        const link = await row.save(saved)
        if (link) await rows.set(height, link)
        else await rows.delete(height)
      }
      changed.clear()
      return rows.save(saved)
    },
  }
}

async function entriesOf(row: Trie<QueueEntry>, options: AbortOptions): Promise<readonly QueueEntry[]> {
  const entries: QueueEntry[] = []
  for await (const [, entry] of row.entries(options)) entries.push(entry)
  return entries
}

/** Keys begin at 1 and are never given again while later ones are there. */
async function lastKey(row: Trie<QueueEntry>, options: AbortOptions): Promise<bigint> {
  for await (const [key] of row.entries({ reverse: true, ...options })) return key
  return 0n
}
