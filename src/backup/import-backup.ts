import { createBlockWriter } from '../blocks/block-writer.ts'
import type { ByteBudget } from '../blocks/byte-budget.ts'
import { blockLimitBytes } from '../blocks/collect-block.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import { readCar } from '../codec/car/car.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { storeVerified } from '../unixfs/dag/store-verified.ts'
import { decodeManifest, noBackup } from './manifest.ts'
import { prepareRows } from './restore-rows.ts'

export interface ImportBackupStore {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly wholeSource: BlockReader
  readonly locks: Pick<Locks, 'exclusive'>
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly contributions: { readonly saves: () => Promise<Readonly<Record<string, SavedRows>>> }
}

export interface ImportBackupOptions extends AbortOptions {
  /** Names of the parts to restore; all of the backup when absent. */
  readonly parts?: readonly string[] | undefined
}

/** A restored part, a part that this node does not have, or, as last event, the totals of the file. */
export type RestoreEvent =
  | { readonly part: string; readonly rows: number; readonly held: number }
  | { readonly part: string; readonly isUnknown: true }
  | { readonly blocks: number; readonly sizeBytes: number }

/**
 * Restores a backup that {@link exportBackup} wrote: stores all blocks, each verified, and then restores the rows
 * of each part. `rows` counts new rows, `held` those that the node had.
 *
 * The caller holds the content lock for adding. A file that ends early, or has a wrong block, changes nothing
 * visible. If the process is killed between two parts, restoring the same file again completes it. Throws `corrupt`
 * and `invalid-argument` for such files, and `failed-precondition`, before any row is written, where the node has
 * other rows of a part whose rows belong together.
 */
export async function* importBackup(
  store: ImportBackupStore,
  content: AsyncIterable<Uint8Array>,
  { parts: wanted, signal }: ImportBackupOptions = {},
): AsyncGenerator<RestoreEvent, void> {
  const car = await readCar(content, { maxBlockBytes: blockLimitBytes({ allowBig: true }) })
  const [root, ...others] = car.roots
  if (!root || others.length > 0) throw noBackup('it has not exactly one root')
  const first = await car.blocks.next()
  if (first.done || !first.value.cid.equals(root)) throw noBackup('it does not begin with its root')
  const manifest = decodeManifest(root, first.value.bytes)
  for (const name of wanted ?? []) {
    if (!manifest.parts.has(name)) throw noBackup(`it has no part "${name}"`)
  }
  const total = await storeBlocks(store, startingWith(first.value, car.blocks), { signal })

  const known = await store.contributions.saves()
  const prepared = []
  const unknown: string[] = []
  for (const [name, cids] of manifest.parts) {
    const saved = known[name]
    if (wanted && !wanted.includes(name)) continue
    if (saved) prepared.push(await prepareRows(store, { name, saved, cids, signal }))
    else if (cids.length > 0) unknown.push(name)
  }
  for (const { name, restore } of prepared) yield { part: name, ...(await restore()) }
  for (const part of unknown) yield { part, isUnknown: true }
  yield total
}

async function storeBlocks(
  { blockstore, activity, writeBudget }: ImportBackupStore,
  blocks: AsyncIterable<Block>,
  { signal }: AbortOptions,
): Promise<{ readonly blocks: number; readonly sizeBytes: number }> {
  const total = { blocks: 0, sizeBytes: 0 }
  const writer = createBlockWriter(blockstore, { activity, budget: writeBudget, signal })
  try {
    for await (const sizeBytes of storeVerified(writer, blocks)) {
      total.blocks += 1
      total.sizeBytes += sizeBytes
    }
    await writer.flush()
  } finally {
    writer.discard()
  }
  return total
}

async function* startingWith(first: Block, others: AsyncIterable<Block>): AsyncGenerator<Block, void> {
  yield first
  yield* others
}
