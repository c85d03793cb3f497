import type { BlockSet } from '../codec/cid/block-set.ts'
import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { CollectionTurn } from '../content-lock/collecting.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { LiveRoot, LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { createLiveBlocks, type LiveBlocks } from './live-blocks.ts'

/** A removed block, or an error. */
export type Collected = { readonly cid: CID } | { readonly error: DomainError }

export interface CollectGarbageOptions extends AbortOptions {
  readonly blockstore: Pick<Blockstore, 'list' | 'delete' | 'totals'>
  readonly pins: Pick<Pins, 'list' | 'find'>
  readonly walk: DagWalk
  readonly turn: CollectionTurn
  /** When given, no other block is removed. */
  readonly only?: Pick<BlockSet, 'hasBlock'> | undefined
  /** Blocks to keep besides pinned ones. */
  readonly liveRoots?: readonly LiveRoots[]
  /** Up to this number of stored blocks, live blocks are tracked exactly; 1,000,000 when absent. */
  readonly exactUpTo?: number | undefined
}

/**
 * Removes every block that is neither kept by a pin or a live root nor protected by an add, and yields each removed
 * one. First finds all blocks to keep, in bounded memory (`createLiveBlocks`): in a store over 1,000,000 blocks,
 * one in a hundred garbage blocks may stay until a later collection. If a part of the kept blocks cannot be read,
 * nothing is removed. Stopping early leaves a consistent store with some garbage; at most one batch of removed
 * blocks is not yielded.
 *
 * Yields errors instead of throwing them; the last one states their consequence. Spec: RPC document, `/repo/gc`.
 */
export async function* collectGarbage(options: CollectGarbageOptions): AsyncGenerator<Collected, void> {
  const { blocks } = await options.blockstore.totals(options)
  const live = createLiveBlocks({ blocks, exactUpTo: options.exactUpTo })
  const errors = await findLive(live, options)
  if (errors.length === 0) yield* removeGarbage(live, options)
  else for (const error of errors) yield { error }
}

/** Adds the blocks of pins and live roots to `live`, and returns the errors of those that could not be read. */
export async function findLive(
  live: LiveBlocks,
  options: Pick<CollectGarbageOptions, 'pins' | 'walk' | 'liveRoots' | 'signal'>,
): Promise<readonly DomainError[]> {
  const { pins, signal } = options
  const errors: DomainError[] = []
  for await (const { cid } of pins.list({ type: 'direct', signal })) live.add(cid)
  for await (const { cid } of pins.list({ type: 'recursive', signal })) {
    const error = await walkError({ cid }, live, options)
    if (!error || !(await pins.find(cid, { type: 'recursive', signal }))) continue
    errors.push(error)
    if (errors.length === MAX_ERRORS) break
  }
  for (const roots of options.liveRoots ?? []) {
    try {
      for await (const root of roots({ signal })) {
        const error = root.withoutDescendants ? addAlone(root, live) : await walkError(root, live, options)
        if (error && errors.length < MAX_ERRORS) errors.push(error)
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isDomainError(error)) throw error
      errors.push(failure(error.message, error))
    }
  }
  if (errors.length > 0) errors.push(failure('garbage collection aborted: could not retrieve some links'))
  return errors
}

function addAlone({ cid }: LiveRoot, live: LiveBlocks): undefined {
  live.add(cid)
}

/** Adds a root with its descendants. Returns the error, if any. */
async function walkError(
  { cid: root, mayBeIncomplete = false, mustExist = false }: LiveRoot,
  live: LiveBlocks,
  { walk, signal }: Pick<CollectGarbageOptions, 'walk' | 'signal'>,
): Promise<DomainError | undefined> {
  const onBad = (cid: CID, error: DomainError) => {
    if (error.code !== 'not-found' || (mustExist && cid.equals(root))) throw error
  }
  // No walk looks leaves up, and no store has those that are in their CIDs.
  const onLeaf = (cid: CID) => {
    if (cid.multihash.code !== IDENTITY_CODE) live.add(cid)
  }
  try {
    const options = { visited: live.visited, onLeaf, signal, ...(mayBeIncomplete && { onBad }) }
    for await (const _ of walk(root, options));
    return undefined
  } catch (error) {
    signal?.throwIfAborted()
    if (!isDomainError(error)) throw error
    const cid = error.details['cid'] ?? root
    return failure(`could not retrieve links for ${cid}: ${error.message}`, error)
  }
}

/** Maximum number of reported errors. */
const MAX_ERRORS = 100

/** Blocks removed in one step. Adds cannot protect blocks during a step and have to wait for it. */
const BATCH_BLOCKS = 32

async function* removeGarbage(
  live: LiveBlocks,
  options: CollectGarbageOptions,
): AsyncGenerator<Collected, void> {
  const { blockstore, turn, signal } = options
  const keep = (cid: CID) => live.add(cid)
  let isComplete = true
  for await (const batch of batches(garbage(live, options), BATCH_BLOCKS)) {
    // Reads most of the protected blocks outside of the exclusive step, so that adds wait only for the rest.
    await turn.protectedBlocks(keep, { signal })
    const remove = async () => {
      await turn.protectedBlocks(keep, { signal })
      const going = batch.filter((cid) => !live.has(cid) && !turn.isReliedOn(cid))
      // Waits for all removals, failed ones included, before adds may protect blocks again.
      const outcomes = await Promise.allSettled(going.map((cid) => removed(blockstore, cid, { signal })))
      return outcomes.map(settled)
    }
    for (const item of await turn.whileNothingIsProtected(remove, { signal })) {
      if ('error' in item) isComplete = false
      yield item
    }
  }
  if (!isComplete) {
    yield { error: failure('garbage collection incomplete: could not delete some blocks') }
  }
}

function settled<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function* garbage(
  live: LiveBlocks,
  { blockstore, turn, only, signal }: CollectGarbageOptions,
): AsyncGenerator<CID, void> {
  for await (const { cid } of blockstore.list({ signal })) {
    if (!live.has(cid) && !turn.isReliedOn(cid) && (!only || only.hasBlock(cid))) yield cid
  }
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[], void> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function removed(
  blockstore: Pick<Blockstore, 'delete'>,
  cid: CID,
  options: AbortOptions,
): Promise<Collected> {
  try {
    await blockstore.delete(cid, options)
    return { cid }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!isDomainError(error)) throw error
    return { error: failure(`could not remove ${cid}: ${error.message}`, error) }
  }
}

function failure(message: string, cause?: unknown): DomainError {
  return new DomainError('failed-precondition', message, { cause })
}
