import { createBlockWriter } from '../blocks/block-writer.ts'
import { loadBlock } from '../blocks/load-block.ts'
import { writeCar } from '../codec/car/write-car.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { mapOrdered } from '../streams/map-ordered.ts'
import {
  backedUpRoots,
  type KeptRoot,
  type KeptRootsStore,
  type SavedPart,
  savedRoots,
} from './backed-up-roots.ts'
import {
  assertKeptBlocks,
  canLeaveOut,
  type KeptBlock,
  type KeptBlocksStore,
  keptBlocks,
} from './kept-blocks.ts'
import { type KeySource, sealKeys } from './key-block.ts'
import { KEYS_PART, manifestBlock } from './manifest.ts'
import { type PartRowsOptions, partRows, rowBlocks, type TogetherLimit } from './row-blocks.ts'
import { unsavedBlock } from './unsaved-block.ts'

export interface ExportStore extends KeySource, KeptBlocksStore {
  readonly datastore: Pick<Datastore, 'range'>
  readonly locks: Pick<Locks, 'exclusive'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly clock: Clock
  readonly contributions: KeptRootsStore['contributions'] & {
    readonly saves: () => Promise<Readonly<Record<string, SavedRows>>>
  }
}

export interface ExportBackupOptions extends AbortOptions, TogetherLimit {
  /**
   * True leaves out blocks that are missing or corrupt, and takes parts that are too large for a restore. Otherwise the
   * first of them fails the backup.
   */
  readonly isPartial?: boolean | undefined
  /** Puts the private keys into the file, encrypted with it. Absent leaves them out. */
  readonly password?: string | undefined
}

/** Blocks that are read ahead. */
const AHEAD = 8

/**
 * Writes the whole node as a CAR of version 1: the root block lists the parts with the blocks of their rows, then
 * come all blocks that pins and the parts keep. A block occurs twice only if it is kept both alone and with its
 * descendants. Drafts and the passwords of events are in it in plain text. Tokens and passwords of users are not, and
 * private keys only if a password for them is given.
 *
 * The caller holds the content lock for adding, so no collection removes blocks meanwhile. Writes continue; the backup
 * has them or not: each part's rows belong together, and their blocks are in it, whatever changes meanwhile. Writes of a
 * part whose rows belong together wait while these are read. The blocks of rows are stored, and are garbage afterwards.
 *
 * Throws `not-found` or `corrupt` where a block that is kept is missing or corrupt: before the first byte if the node
 * knows of it, otherwise the CAR ends within a section. Blocks that the node only refers to and may never have had,
 * such as the content of records of the ledger, may be missing, but not those of `files/…`, since their owner may have
 * no other copy. Throws `too-large` before the first byte for a part with more rows than a restore takes, unless the
 * backup may be partial: its other parts can be restored. Also throws the errors of {@link sealKeys}.
 */
export async function* exportBackup(
  store: ExportStore,
  { isPartial = false, password, maxTogetherBytes, signal }: ExportBackupOptions = {},
): AsyncGenerator<Uint8Array, void> {
  // Before the first byte, so that a password that is refused, or a missing block, is no broken file.
  const keys = password === undefined ? undefined : await sealKeys(store, { password, signal })
  if (!isPartial) await assertKeptBlocks(store, { signal })
  const saved = new Map<string, SavedPart>()
  for (const [name, rows] of Object.entries(await store.contributions.saves())) {
    const options = { isUnlimited: isPartial, maxTogetherBytes, signal }
    saved.set(name, await savePart(store, { name, rows, ...options }))
  }
  const parts = new Map([...saved].map(([name, { cids }]) => [name, cids]))
  const rows = [...parts.values()].flat()
  if (keys) parts.set(KEYS_PART, [keys.cid])
  const manifest = await manifestBlock({ createdMs: store.clock.now(), parts })
  const blocks = async function* (): AsyncGenerator<Block, void> {
    yield manifest
    if (keys) yield keys
    const read = async (cid: CID) => ({ cid, bytes: await loadBlock(store.wholeSource, cid, { signal }) })
    yield* mapOrdered(rows, { concurrency: AHEAD, transform: read })
    const found = async ({ cid, root }: KeptBlock) => {
      try {
        return await read(cid)
      } catch (error) {
        signal?.throwIfAborted()
        if (canLeaveOut(root, error, { isPartial })) return undefined
        throw await unsavedBlock(store.wholeSource, root, { error, cid, signal })
      }
    }
    const roots = savedRoots(store, saved, { signal })
    const kept = keptBlocks(store, { roots, isPartial, signal })
    for await (const block of mapOrdered(kept, { concurrency: AHEAD, transform: found })) {
      if (block) yield block
    }
  }
  yield* writeCar([manifest.cid], blocks())
}

/** Stores the rows of a part as blocks. Rows that belong together are of one moment, and so are their roots. */
async function savePart(
  store: ExportStore,
  { rows, ...options }: PartRowsOptions & { readonly rows: SavedRows },
): Promise<SavedPart> {
  const { name, signal } = options
  const save = () => saveRows(store, rows, options)
  if (rows.lock === undefined) return { cids: await save() }
  const saveWithRoots = async () => {
    const cids = await save()
    const roots: KeptRoot[] = []
    for await (const root of backedUpRoots(store, { part: name, signal })) roots.push(root)
    return { cids, roots }
  }
  return store.locks.exclusive(rows.lock, saveWithRoots, { signal })
}

async function saveRows(
  { datastore, blockstore }: ExportStore,
  rows: SavedRows,
  options: PartRowsOptions,
): Promise<readonly CID[]> {
  const writer = createBlockWriter(blockstore, { signal: options.signal })
  const cids: CID[] = []
  try {
    for await (const { cid, bytes } of rowBlocks(partRows(datastore, rows, options))) {
      cids.push(cid)
      await writer.put(cid, bytes)
    }
    await writer.flush()
  } finally {
    writer.discard()
  }
  return cids
}
