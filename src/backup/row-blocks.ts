import { cborBlock } from '../blocks/cbor-block.ts'
import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { startsWithBytes } from '../codec/bytes/bytes.ts'
import type { CID } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { isCborMap } from '../codec/dag-cbor/is-cbor-map.ts'
import { type DagValue, isList } from '../codec/ipld/dag-value.ts'
import { attempt, DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import type { Datastore, Entry } from '../ports/datastore.ts'
import { prefixRange } from '../state/keys.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { hasBackupHead } from './backup-head.ts'

/** A block of rows is complete at this size. */
const BLOCK_BYTES = 256 * 1024

export interface TogetherLimit {
  /**
   * Maximum size of rows of a part that belong together and are not derived: a restore writes them in one batch.
   * Default: 64 MiB.
   */
  readonly maxTogetherBytes?: number | undefined
}

/** Default of `maxTogetherBytes`. */
export const MAX_TOGETHER_BYTES = 64 * 1024 * 1024

export interface PartRowsOptions extends AbortOptions, TogetherLimit {
  /** Name of the part, for errors. */
  readonly name: string
  /** True also yields rows that no restore takes. */
  readonly isUnlimited: boolean
}

/** Reads the rows of a part. Throws `too-large` for more rows that belong together than a restore takes. */
export async function* partRows(
  datastore: Pick<Datastore, 'range'>,
  saved: SavedRows,
  { name, isUnlimited, maxTogetherBytes = MAX_TOGETHER_BYTES, signal }: PartRowsOptions,
): AsyncGenerator<Entry, void> {
  const isLimited = saved.lock !== undefined && !isUnlimited
  let sizeBytes = 0
  for (const prefix of saved.prefixes) {
    for await (const row of datastore.range(prefixRange(prefix), { signal })) {
      const [key, value] = row
      if (!isDerived(saved, key)) sizeBytes += key.byteLength + value.byteLength
      if (isLimited && sizeBytes > maxTogetherBytes) {
        const state = `its rows are over ${maxTogetherBytes} bytes, which no node restores`
        const remedy = 'with the option partial, the other parts can be restored'
        throw new DomainError('too-large', `Cannot back up "${name}": ${state}; ${remedy}`)
      }
      yield row
    }
  }
}

/** True for a row that is made from others, which a restore writes in batches of its own. */
export function isDerived({ derived = [] }: SavedRows, key: Uint8Array): boolean {
  return derived.some((prefix) => startsWithBytes(key, prefix))
}

/** Yields dag-cbor blocks with a list of `[key, value]` each. */
export async function* rowBlocks(from: AsyncIterable<Entry>): AsyncGenerator<Block, void> {
  let rows: Entry[] = []
  let sizeBytes = 0
  for await (const row of from) {
    rows.push(row)
    sizeBytes += row[0].byteLength + row[1].byteLength
    if (sizeBytes < BLOCK_BYTES) continue
    yield await cborBlock(rows)
    rows = []
    sizeBytes = 0
  }
  if (rows.length > 0) yield await cborBlock(rows)
}

/** Reads rows back. Throws `corrupt` for a block of another kind. */
export async function* savedRows(
  blocks: BlockReader,
  cids: readonly CID[],
  options: AbortOptions,
): AsyncGenerator<Entry, void> {
  for (const cid of cids) {
    const rows = decodeDagCbor(await loadBlock(blocks, cid, options))
    if (!isList(rows)) throw noRows(cid)
    for (const row of rows) {
      const entry = entryOf(row)
      if (!entry) throw noRows(cid)
      yield entry
    }
  }
}

/**
 * True for the root block of a backup, and for its blocks of rows. Decided by the bytes alone, since several CIDs can
 * name the same bytes, and the blocks of one backup can be on any node.
 */
export function isBackupBlock(bytes: Uint8Array): boolean {
  if (!hasBackupHead(bytes)) return false
  if (isCborMap(bytes)) return true
  const rows = attempt(() => decodeDagCbor(bytes))
  return rows !== undefined && isList(rows) && rows.every(entryOf)
}

function entryOf(row: DagValue): Entry | undefined {
  if (!isList(row) || row.length !== 2) return undefined
  const [key, value] = row
  return key instanceof Uint8Array && value instanceof Uint8Array ? [key, value] : undefined
}

function noRows(cid: CID): DomainError {
  return new DomainError('corrupt', `Cannot restore backup: block "${cid}" is no list of rows`)
}
