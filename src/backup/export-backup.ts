import { createBlockWriter } from '../blocks/block-writer.ts'
import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { writeCar } from '../codec/car/car.ts'
import { createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { mapOrdered } from '../streams/map-ordered.ts'
import { type KeySource, sealKeys } from './key-block.ts'
import { KEYS_PART, manifestBlock } from './manifest.ts'
import { rowBlocks } from './row-blocks.ts'

export interface ExportStore extends KeySource {
  readonly datastore: Pick<Datastore, 'range' | 'generation'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
  /** Verified blocks, those that are only referred to included. */
  readonly wholeSource: BlockReader
  readonly pins: Pick<Pins, 'list'>
  readonly coverWalk: DagWalk
  readonly clock: Clock
  readonly contributions: {
    readonly roots: () => Promise<Readonly<Record<string, LiveRoots>>>
    readonly saves: () => Promise<Readonly<Record<string, SavedRows>>>
  }
}

export interface ExportBackupOptions extends AbortOptions {
  /** True leaves out blocks that are missing. Otherwise the first one breaks off the file. */
  readonly isPartial?: boolean | undefined
  /** Puts the private keys into the file, encrypted with it. Absent leaves them out. */
  readonly password?: string | undefined
}

/** Blocks that are read ahead. */
const AHEAD = 8

/** Attempts to read rows that belong together while others write. Each takes milliseconds for small tables. */
const MAX_ATTEMPTS = 16

/**
 * Writes the whole node as a CAR of version 1: the root block lists the parts with the blocks of their rows, then
 * come all blocks that pins and the parts keep. A block occurs twice only if it is kept both alone and with its
 * descendants. Tokens and passwords are not in it, and private keys only if a password for them is given.
 *
 * The caller holds the content lock for adding, so no collection removes blocks meanwhile. Writes continue; the backup
 * has them or not, and each part's rows belong together. The blocks of rows are stored, and are garbage afterwards.
 * Throws `not-found` or `corrupt` where a block that is kept is missing, which ends the CAR within a section, and the
 * errors of {@link sealKeys}.
 */
export async function* exportBackup(
  store: ExportStore,
  { isPartial = false, password, signal }: ExportBackupOptions = {},
): AsyncGenerator<Uint8Array, void> {
  // Before the first byte, so that a password that is refused is no broken file.
  const keys = password === undefined ? undefined : await sealKeys(store, { password, signal })
  const parts = new Map<string, readonly CID[]>()
  for (const [name, saved] of Object.entries(await store.contributions.saves())) {
    parts.set(name, await saveRows(store, { name, saved, signal }))
  }
  const rows = [...parts.values()].flat()
  if (keys) parts.set(KEYS_PART, [keys.cid])
  const manifest = await manifestBlock({ createdMs: store.clock.now(), parts })
  const blocks = async function* (): AsyncGenerator<Block, void> {
    yield manifest
    if (keys) yield keys
    const read = async (cid: CID) => ({ cid, bytes: await loadBlock(store.wholeSource, cid, { signal }) })
    yield* mapOrdered(rows, { concurrency: AHEAD, transform: read })
    const found = async ({ cid, mayBeMissing }: KeptBlock) => {
      try {
        return await read(cid)
      } catch (error) {
        if (mayBeMissing && isDomainError(error)) return undefined
        throw error
      }
    }
    const kept = keptBlocks(store, { isPartial, signal })
    for await (const block of mapOrdered(kept, { concurrency: AHEAD, transform: found })) {
      if (block) yield block
    }
  }
  yield* writeCar([manifest.cid], blocks())
}

/** Stores the rows of a part as blocks and returns these. Rows that belong together are of one moment. */
async function saveRows(
  { datastore, blockstore }: ExportStore,
  { name, saved, signal }: AbortOptions & { readonly name: string; readonly saved: SavedRows },
): Promise<readonly CID[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const generation = await datastore.generation({ signal })
    const writer = createBlockWriter(blockstore, { signal })
    const cids: CID[] = []
    try {
      for await (const { cid, bytes } of rowBlocks(datastore, saved.prefixes, { signal })) {
        cids.push(cid)
        await writer.put(cid, bytes)
      }
      await writer.flush()
    } finally {
      writer.discard()
    }
    if (!saved.lock || (await datastore.generation({ signal })) === generation) return cids
  }
  throw new DomainError('unavailable', `Cannot back up "${name}": others write faster than it can be read`)
}

interface KeptBlock {
  readonly cid: CID
  readonly mayBeMissing: boolean
}

/** Every block that a garbage collection would keep. */
async function* keptBlocks(
  { pins, coverWalk, contributions }: ExportStore,
  { isPartial = false, signal }: ExportBackupOptions,
): AsyncGenerator<KeptBlock, void> {
  const visited = createBlockSet()
  const walk = async function* (root: CID, mayBeMissing: boolean): AsyncGenerator<KeptBlock, void> {
    const onBad = (_: CID, error: DomainError) => {
      if (!isPartial && error.code !== 'not-found') throw error
    }
    for await (const cid of coverWalk(root, { visited, signal, ...(mayBeMissing && { onBad }) })) {
      yield { cid, mayBeMissing }
    }
  }
  for await (const { cid } of pins.list({ type: 'direct', signal })) {
    if (visited.addBlock(cid)) yield { cid, mayBeMissing: isPartial }
  }
  for await (const { cid } of pins.list({ type: 'recursive', signal })) yield* walk(cid, isPartial)
  for (const roots of Object.values(await contributions.roots())) {
    for await (const { cid, withoutDescendants, mayBeIncomplete = false } of roots({ signal })) {
      const mayBeMissing = isPartial || mayBeIncomplete
      if (!withoutDescendants) yield* walk(cid, mayBeMissing)
      else if (visited.addBlock(cid)) yield { cid, mayBeMissing }
    }
  }
}
