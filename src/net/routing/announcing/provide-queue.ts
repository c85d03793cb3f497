import type { CID } from '../../../codec/cid/cid.ts'
import { decodeCid } from '../../../codec/cid/cid-bytes.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../../../codec/dag-cbor/encode-dag-cbor.ts'
import { attempt } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'

/** Content to be announced for the first time. */
export interface QueuedBlock {
  readonly cid: CID
  /** True to announce everything below it as well. */
  readonly isDeep: boolean
}

/** Stored items, which are announced together. */
export interface QueuedRow {
  readonly items: readonly QueuedBlock[]
  /** Removes the row. */
  remove(options?: AbortOptions): Promise<void>
}

/** A bounded queue in the Datastore. What was added and not saved is lost when the process is killed. */
export interface ProvideQueue {
  /** False if the queue is full. */
  add(item: QueuedBlock): boolean
  /** True while there are items that are not stored. */
  readonly hasUnsaved: boolean
  save(options?: AbortOptions): Promise<void>
  /** Drops the items that are not stored. */
  dropUnsaved(): void
  isEmpty(options?: AbortOptions): Promise<boolean>
  /** The oldest stored items. */
  first(options?: AbortOptions): Promise<QueuedRow | undefined>
  /** Removes everything. Resolves to the number of removed items. */
  clear(options?: AbortOptions): Promise<number>
}

const PREFIX = keyOf('net/provide/queue/')

/** Items of one row: about 10 KB. */
const ROW_ITEMS = 256

/** More is left to the next round, which then begins earlier. */
const MAX_ITEMS = 16_384

export function createProvideQueue(datastore: Pick<Datastore, 'range' | 'batch'>): ProvideQueue {
  let unsaved = new Map<string, QueuedBlock>()
  const loadRows = loadOnce(async () => {
    const rows: { readonly key: Uint8Array; readonly items: readonly QueuedBlock[] }[] = []
    for await (const [key, value] of datastore.range(prefixRange(PREFIX)))
      rows.push({ key, items: decodeItems(value) })
    return rows
  })
  let storedItems = 0

  return {
    get hasUnsaved() {
      return unsaved.size > 0
    },
    add(item) {
      if (storedItems + unsaved.size >= MAX_ITEMS) return false
      unsaved.set(`${item.isDeep}${item.cid}`, item)
      return true
    },
    async save({ signal } = {}) {
      if (unsaved.size === 0) return
      const rows = await loadRows()
      const items = [...unsaved.values()]
      unsaved = new Map()
      const number = rows.length === 0 ? 0n : numberIn(rows.at(-1)?.key)
      const added = Array.from({ length: Math.ceil(items.length / ROW_ITEMS) }, (_, at) => ({
        key: rowKey(number + BigInt(at + 1)),
        items: items.slice(at * ROW_ITEMS, (at + 1) * ROW_ITEMS),
      }))
      await datastore.batch(
        added.map((row) => ({ type: 'put', key: row.key, value: encodeItems(row.items) })),
        [],
        { signal },
      )
      rows.push(...added)
      storedItems = rows.reduce((sum, row) => sum + row.items.length, 0)
    },
    dropUnsaved() {
      unsaved = new Map()
    },
    isEmpty: async () => unsaved.size === 0 && (await loadRows()).length === 0,
    async first() {
      const rows = await loadRows()
      const [row] = rows
      return (
        row && {
          items: row.items,
          async remove({ signal } = {}) {
            await datastore.batch([{ type: 'delete', key: row.key }], [], { signal })
            const at = rows.indexOf(row)
            if (at >= 0) rows.splice(at, 1)
            storedItems = rows.reduce((sum, { items }) => sum + items.length, 0)
          },
        }
      )
    },
    async clear({ signal } = {}) {
      const rows = await loadRows()
      const count = unsaved.size + rows.reduce((sum, { items }) => sum + items.length, 0)
      unsaved = new Map()
      if (rows.length > 0) {
        await datastore.batch(
          rows.map(({ key }) => ({ type: 'delete', key })),
          [],
          { signal },
        )
      }
      rows.length = 0
      storedItems = 0
      return count
    },
  }
}

function rowKey(number: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, number)
  return keyOf(PREFIX, bytes)
}

function numberIn(key: Uint8Array = new Uint8Array(8)): bigint {
  const bytes = key.slice(-8)
  return new DataView(bytes.buffer).getBigUint64(0)
}

function encodeItems(items: readonly QueuedBlock[]): Uint8Array {
  return encodeDagCbor(items.map(({ cid, isDeep }) => [cid.bytes, isDeep]))
}

/** Items that cannot be read are left out: the next round announces them. */
function decodeItems(row: Uint8Array): readonly QueuedBlock[] {
  const items = attempt(() => decodeDagCbor(row))
  if (!Array.isArray(items)) return []
  return items.flatMap((item) => {
    const [bytes, isDeep] = Array.isArray(item) ? item : []
    const cid = bytes instanceof Uint8Array && attempt(() => decodeCid(bytes))
    return cid ? [{ cid, isDeep: isDeep === true }] : []
  })
}
