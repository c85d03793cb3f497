import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { type LedgerBlocks, readLedgerValue } from '../blocks/load-value.ts'
import { ledgerError } from '../errors.ts'
import { decodeNode } from '../trie/node.ts'
import { createTrie, type Trie } from '../trie/trie.ts'
import { links, type QueueEntry, queueEntries } from './rollapp-node.ts'

/** The entries queued at one height, in order of arrival. */
export interface QueueRow {
  readonly height: bigint
  readonly entries: readonly QueueEntry[]
}

export interface RowRange extends AbortOptions {
  /** Inclusive bounds; all rows when absent. */
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
}

export interface ReadRows extends RowRange {
  /** Loads further data for a row before it is yielded. */
  readonly onRead?: ((row: QueueRow) => Promise<void>) | undefined
}

/** The finalization queue, changed in memory between two roots. */
export interface QueueEditor {
  /** The entries at a height; empty when nothing is queued. Throws `too-large` (3004) for more than `most`. */
  row(height: bigint, options?: AbortOptions & { readonly most?: number }): Promise<readonly QueueEntry[]>
  /** Heights with queued entries, ascending. Rows must not change during the iteration. */
  heights(range?: RowRange): AsyncGenerator<bigint, void>
  /** Rows by ascending height, some of them read ahead. Rows must not change during the iteration. */
  rows(range?: ReadRows): AsyncGenerator<QueueRow, void>
  add(height: bigint, entry: QueueEntry, options?: AbortOptions): Promise<void>
  /** Removes the entries for which `isGone` is true. A row without entries is removed. */
  remove(height: bigint, isGone: (entry: QueueEntry) => boolean, options?: AbortOptions): Promise<void>
  /** Removes a whole row without reading it. */
  clear(height: bigint): void
  save(saved: Block[]): Promise<CID | undefined>
}

/** Rows that are read concurrently, since a remote store has latency; fewer when rows are long. */
const ROWS_AHEAD = 64
const ENTRIES_AHEAD = 4096

/** Nodes of the trie of rows that are read concurrently: each leads to 32 rows. */
const NODES_AHEAD = 4

/** Rows whose nodes are loaded together before they are changed. */
const CHANGED_AT_ONCE = 2048

export function editQueue(root: CID | undefined, blocks: LedgerBlocks): QueueEditor {
  const rows = createTrie({ root, blocks, codec: links })
  /** Changed rows; `undefined` for a cleared one. */
  const changed = new Map<bigint, Trie<QueueEntry> | undefined>()

  const openRow = (link: CID | undefined) => createTrie({ root: link, blocks, codec: queueEntries })
  const rowAt = async (height: bigint, options: AbortOptions) =>
    changed.get(height) ?? openRow(changed.has(height) ? undefined : await rows.get(height, options))

  /** Bypasses the cache: most rows are one node that is read once, and would evict others. */
  const storedEntries = async (link: CID, options: AbortOptions) => {
    const value = blocks.values?.get(link) ?? (await readLedgerValue(blocks, link, options))
    const { level, values } = decodeNode(value, { codec: queueEntries })
    return level === 0 ? [...values.values()] : entriesOf(openRow(link), options)
  }

  return {
    async row(height, { most = Infinity, ...options } = {}) {
      const row = await rowAt(height, options)
      if ((await row.size(options)) > most)
        throw ledgerError('longPage', `Cannot list queue row ${height}: over ${most} entries`)
      return entriesOf(row, options)
    },
    async *heights({ from, to, signal } = {}) {
      for await (const [height] of rows.entries({ from, to, signal })) yield height
    },
    async *rows({ from, to, onRead, signal } = {}) {
      let longest = 1
      yield* mapOrdered(rows.entries({ from, to, ahead: NODES_AHEAD, signal }), {
        concurrency: () => Math.max(2, Math.min(ROWS_AHEAD, ENTRIES_AHEAD / longest)),
        transform: async ([height, link]) => {
          const entries = changed.has(height)
            ? await entriesOf(await rowAt(height, { signal }), { signal })
            : await storedEntries(link, { signal })
          longest = Math.max(longest, entries.length)
          await onRead?.({ height, entries })
          return { height, entries }
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
      changed.set(height, undefined)
    },
    async save(saved) {
      const heights = [...changed.keys()]
      for (const [at, height] of heights.entries()) {
        if (at % CHANGED_AT_ONCE === 0) await rows.load(heights.slice(at, at + CHANGED_AT_ONCE))
        const link = await changed.get(height)?.save(saved)
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

/** The last key of a row. Keys start at 1, and a key is not reused while later ones exist. */
async function lastKey(row: Trie<QueueEntry>, options: AbortOptions): Promise<bigint> {
  for await (const [key] of row.entries({ reverse: true, ...options })) return key
  return 0n
}
