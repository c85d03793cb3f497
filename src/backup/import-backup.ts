import { createBlockWriter } from '../blocks/block-writer.ts'
import type { ByteBudget } from '../blocks/byte-budget.ts'
import { readCar } from '../codec/car/read-car.ts'
import { verifyBlock } from '../codec/cid/multihash.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { AddStage } from '../content-lock/open-adds.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { Keys, RestoredKeys } from '../keys/keys.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { storeVerified } from '../unixfs/dag/store-verified.ts'
import type { KeptRootsStore } from './backed-up-roots.ts'
import { type KeptBlocksStore, type Lacking, lackingBlocks } from './kept-blocks.ts'
import { openKeys } from './key-block.ts'
import { decodeManifest, KEYS_PART, MAX_BACKUP_BLOCK_BYTES, noBackup } from './manifest.ts'
import { endRestore, prepareRows } from './restore-rows.ts'
import type { TogetherLimit } from './row-blocks.ts'

export interface ImportBackupStore extends KeptBlocksStore {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly locks: Pick<Locks, 'exclusive'>
  readonly contentLock: Pick<ContentLock, 'protect'>
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly keys: Pick<Keys, 'restore'>
  readonly contributions: KeptRootsStore['contributions'] & {
    readonly saves: () => Promise<Readonly<Record<string, SavedRows>>>
  }
}

export interface ImportBackupOptions extends AbortOptions, TogetherLimit {
  /** What the blocks are stored in. Collections of garbage do not wait for the rest of the file. */
  readonly stage: AddStage
  /** Names of the parts to restore; all of the backup when absent. */
  readonly parts?: readonly string[] | undefined
  /** Password of the private keys, for a backup that has some. */
  readonly password?: string | undefined
}

/** A restored part, a part that this node does not have, or, as last event, the totals of the file. */
export type RestoreEvent =
  | ({ readonly part: string; readonly rows: number; readonly held: number } & Partial<Lacking>)
  | { readonly part: string; readonly isUnknown: true }
  | { readonly blocks: number; readonly sizeBytes: number }

/**
 * Restores a backup that {@link exportBackup} wrote: stores all blocks, each verified, and then restores the rows
 * of each part. `rows` counts new rows, `held` those that the node had, `missing` blocks that the part needs and the
 * node lacks, as after a partial backup.
 *
 * The caller holds the content lock for adding. A file that ends early, or has a wrong block, changes nothing
 * visible. If the process is killed between two parts, restoring the same file again completes it. Throws `corrupt`
 * and `invalid-argument` for such files, also for a wrong password, and `failed-precondition`, before any row is
 * written, where the node and the backup have different rows of a part whose rows belong together. A block of keys is
 * not stored.
 */
export async function* importBackup(
  store: ImportBackupStore,
  content: AsyncIterable<Uint8Array>,
  { stage, parts: wanted, password, maxTogetherBytes, signal }: ImportBackupOptions,
): AsyncGenerator<RestoreEvent, void> {
  const car = await readCar(content, { maxBlockBytes: MAX_BACKUP_BLOCK_BYTES })
  const [root, ...others] = car.roots
  if (!root || others.length > 0) throw noBackup('it has not exactly one root')
  const first = await car.blocks.next()
  if (first.done || !first.value.cid.equals(root)) throw noBackup('it does not begin with its root')
  const manifest = decodeManifest(root, first.value.bytes)
  for (const name of wanted ?? []) {
    if (!manifest.parts.has(name)) throw noBackup(`it has no part "${name}"`)
  }
  const isWanted = (name: string) => wanted?.includes(name) ?? true
  const keysAt = manifest.parts.get(KEYS_PART)?.[0]
  checkPassword({ hasKeys: keysAt !== undefined, isWanted: isWanted(KEYS_PART), password })
  let restored: RestoredKeys | undefined
  const contentBlocks = async function* (): AsyncGenerator<Block, void> {
    for await (const block of startingWith(first.value, car.blocks)) {
      if (!keysAt?.equals(block.cid)) yield block
      else if (isWanted(KEYS_PART)) {
        await verifyBlock(block.cid, block.bytes)
        const { keys, firstPublicKey } = await openKeys(block.bytes, password ?? '')
        restored = { keys, ...(isWanted('ledger') && { firstPublicKey }) }
        await store.keys.restore(restored, { isDryRun: true, signal })
      }
    }
  }
  const total = await storeBlocks({ ...store, stage }, contentBlocks(), { signal })
  stage.onReceived()
  if (keysAt && isWanted(KEYS_PART) && !restored) throw noBackup('its block of keys is missing')

  const known = await store.contributions.saves()
  const prepared = []
  const untouched: RestoreEvent[] = []
  for (const [name, cids] of manifest.parts) {
    const saved = known[name]
    if (!isWanted(name) || name === KEYS_PART) continue
    if (cids.length === 0) {
      // Nothing to restore, so rows that this node has of the part are no obstacle.
      if (saved) untouched.push({ part: name, rows: 0, held: 0 })
    } else if (saved)
      prepared.push(await prepareRows(store, { name, saved, cids, root, maxTogetherBytes, signal }))
    else untouched.push({ part: name, isUnknown: true })
  }
  // Before the ledger and the calendar: a node that is killed after these must not anchor them under another key.
  if (restored) yield { part: KEYS_PART, ...(await store.keys.restore(restored, { signal })) }
  for (const { name, restore } of prepared) {
    const count = await restore()
    yield { part: name, ...count, ...(await lackingBlocks(store, name, { signal })) }
  }
  await endRestore(store, prepared, { signal })
  yield* untouched
  yield total
}

function checkPassword({
  hasKeys,
  isWanted,
  password,
}: {
  readonly hasKeys: boolean
  readonly isWanted: boolean
  readonly password: string | undefined
}): void {
  if (!hasKeys && password !== undefined) throw noBackup('it has no private keys, but a password is given')
  if (hasKeys && isWanted && password === undefined) {
    throw noBackup(`it has private keys: give their password, or choose parts without "${KEYS_PART}"`)
  }
}

async function storeBlocks(
  {
    stage,
    activity,
    writeBudget,
  }: Pick<ImportBackupStore, 'activity' | 'writeBudget'> & { readonly stage: AddStage },
  blocks: AsyncIterable<Block>,
  { signal }: AbortOptions,
): Promise<{ readonly blocks: number; readonly sizeBytes: number }> {
  const total = { blocks: 0, sizeBytes: 0 }
  const writer = createBlockWriter(stage.blockstore, { activity, budget: writeBudget, signal })
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
