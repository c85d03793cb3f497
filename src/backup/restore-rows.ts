import type { BlockReader } from '../blocks/load-block.ts'
import { equalBytes, startsWithBytes } from '../codec/bytes/bytes.ts'
import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Entry, Expectation, Operation } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { applyChange } from '../state/change.ts'
import { keyOf, prefixRange } from '../state/keys.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { isDerived, MAX_TOGETHER_BYTES, savedRows, type TogetherLimit } from './row-blocks.ts'

export interface RowStore {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly wholeSource: BlockReader
  readonly locks: Pick<Locks, 'exclusive'>
}

interface PartRows extends AbortOptions, TogetherLimit {
  readonly name: string
  readonly saved: SavedRows
  readonly cids: readonly CID[]
  /** Root of the backup. */
  readonly root: CID
}

/** Rows of a backup that were checked, and can be written. */
export interface PreparedRows {
  readonly name: string
  /** Writes the rows. `rows` counts new ones, `held` those that the node had. */
  readonly restore: () => Promise<{ readonly rows: number; readonly held: number }>
}

/** Independent or derived rows of one batch. */
const BATCH_ROWS = 256
/** Such a batch is sent at this size. */
const BATCH_BYTES = 1024 * 1024

/**
 * Checks the rows of a part: all are below its prefixes, and rows that belong together find no others on this node.
 * Throws `corrupt` for a foreign key, `failed-precondition` where the node has such rows already, `too-large`.
 */
export async function prepareRows(store: RowStore, part: PartRows): Promise<PreparedRows> {
  const { name, saved, cids, maxTogetherBytes = MAX_TOGETHER_BYTES, signal } = part
  if (!saved.lock) {
    for await (const [key] of savedRows(store.wholeSource, cids, { signal })) checkKey(part, key)
    return { name, restore: () => addRows(store, part) }
  }
  const rows: Entry[] = []
  let [sizeBytes, derivedRows] = [0, 0]
  for await (const row of savedRows(store.wholeSource, cids, { signal })) {
    checkKey(part, row[0])
    if (isDerived(saved, row[0])) {
      derivedRows += 1
      continue
    }
    sizeBytes += row[0].byteLength + row[1].byteLength
    if (sizeBytes > maxTogetherBytes) {
      throw new DomainError(
        'too-large',
        `Cannot restore "${name}": its rows are over ${maxTogetherBytes} bytes`,
      )
    }
    rows.push(row)
  }
  await isRestored(store, part, rows)
  const { lock } = saved
  return { name, restore: () => replaceNothing(store, { ...part, lock, rows, derivedRows }) }
}

function checkKey({ name, saved }: PartRows, key: Uint8Array): void {
  if (saved.prefixes.some((prefix) => startsWithBytes(key, prefix))) return
  throw new DomainError('corrupt', `Cannot restore "${name}": a row is not of this part`)
}

/**
 * True if the node has exactly these rows, or has had them from the same backup in a restore that was killed: they may
 * have been changed since. False if it has none but derived ones, as after such a restore. Throws `failed-precondition`
 * if it has others.
 */
async function isRestored(
  { datastore }: RowStore,
  { name, saved, root, signal }: PartRows,
  rows: readonly Entry[],
): Promise<boolean> {
  const restoredFrom = await datastore.get(restoredKey(name), { signal })
  if (restoredFrom && equalBytes(restoredFrom, root.bytes)) return true
  let at = 0
  for (const prefix of saved.prefixes) {
    for await (const [key, value] of datastore.range(prefixRange(prefix), { signal })) {
      if (isDerived(saved, key)) continue
      const [savedKey, savedValue] = rows[at] ?? []
      const isSame = savedKey && savedValue && equalBytes(key, savedKey) && equalBytes(value, savedValue)
      if (!isSame) {
        const message = `Cannot restore "${name}": this node has its own already; use a new node, or choose other parts`
        throw new DomainError('failed-precondition', message)
      }
      at += 1
    }
  }
  if (at > 0 && at < rows.length) {
    throw new DomainError(
      'failed-precondition',
      `Cannot restore "${name}": this node has a part of it already`,
    )
  }
  return at > 0
}

/** The row of a part whose restore is not complete yet: the root of its backup. */
function restoredKey(name: string): Uint8Array {
  return keyOf(`backup/restored/${name}`)
}

/** Forgets what is restored, once all of it is: from now on the same backup finds rows of the node's own. */
export async function endRestore(
  { datastore }: Pick<RowStore, 'datastore'>,
  parts: readonly Pick<PreparedRows, 'name'>[],
  options: AbortOptions,
): Promise<void> {
  const deletions = parts.map(({ name }): Operation => ({ type: 'delete', key: restoredKey(name) }))
  if (deletions.length > 0) await datastore.batch(deletions, [], options)
}

interface RowsTogether extends PartRows {
  readonly lock: string
  readonly rows: readonly Entry[]
  /** How many the backup has. */
  readonly derivedRows: number
}

async function replaceNothing(store: RowStore, { lock, rows, derivedRows, ...part }: RowsTogether) {
  const { signal } = part
  const count = rows.length + derivedRows
  const write = async () => {
    if (rows.length === 0 || (await isRestored(store, part, rows))) return { rows: 0, held: count }
    await putDerived(store, part)
    const [[first]] = [rows[0] ?? []]
    // The expectation catches a writer that another process killed while it held the lock.
    const expect = first ? [{ key: first, value: undefined }] : []
    const restored: Operation = { type: 'put', key: restoredKey(part.name), value: part.root.bytes }
    await store.datastore.batch([...rows.map(put), restored], expect, { signal })
    return { rows: count, held: 0 }
  }
  return store.locks.exclusive(lock, write, { signal })
}

/** Writes derived rows in small batches. */
async function putDerived(
  { datastore, wholeSource }: RowStore,
  { saved, cids, signal }: PartRows,
): Promise<void> {
  const derivedRows = async function* () {
    for await (const row of savedRows(wholeSource, cids, { signal })) {
      if (isDerived(saved, row[0])) yield row
    }
  }
  for await (const rows of rowBatches(derivedRows())) await datastore.batch(rows.map(put), [], { signal })
}

/** Adds independent rows in small batches. Rows that the node has, or gets meanwhile, stay as they are. */
async function addRows(
  { datastore, wholeSource }: RowStore,
  { saved, cids, signal }: PartRows,
): Promise<{ readonly rows: number; readonly held: number }> {
  const count = { rows: 0, held: 0 }
  for await (const rows of rowBatches(savedRows(wholeSource, cids, { signal }))) {
    let added = 0
    const plan = async () => {
      const operations: Operation[] = []
      const expect: Expectation[] = []
      for (const row of rows) {
        const keys = [row[0], ...(saved.rivals?.(row[0]) ?? [])]
        const found = await Promise.all(keys.map((key) => datastore.get(key, { signal })))
        if (found.some((value) => value !== undefined)) continue
        operations.push(put(row))
        expect.push(...keys.map((key) => ({ key, value: undefined })))
      }
      added = operations.length
      return { operations, expect }
    }
    await applyChange(datastore, plan, { signal })
    count.rows += added
    count.held += rows.length - added
  }
  return count
}

async function* rowBatches(rows: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[], void> {
  let batch: Entry[] = []
  let sizeBytes = 0
  for await (const row of rows) {
    batch.push(row)
    sizeBytes += row[1].byteLength
    if (batch.length < BATCH_ROWS && sizeBytes < BATCH_BYTES) continue
    yield batch
    batch = []
    sizeBytes = 0
  }
  if (batch.length > 0) yield batch
}

function put([key, value]: Entry): Operation {
  return { type: 'put', key, value }
}
