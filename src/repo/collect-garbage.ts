import { blockKey, type CID } from '../codec/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'

/** A block that was removed, or what went wrong. */
export type Collected = { readonly cid: CID } | { readonly error: DomainError }

export interface CollectGarbageOptions extends AbortOptions {
  readonly blockstore: Pick<Blockstore, 'list' | 'delete'>
  readonly pins: Pick<Pins, 'list'>
  readonly walk: DagWalk
}

/**
 * Removes every block that no pin keeps, telling each as it goes. What the pins keep is found first: when a
 * part of it cannot be read, nothing is removed. The caller holds the content lock alone; giving up halfway
 * leaves a store that is right, with some garbage still in it.
 *
 * Yields errors instead of throwing them, the last one saying what they led to. Spec: RPC document,
 * `/repo/gc`.
 */
export async function* collectGarbage(options: CollectGarbageOptions): AsyncGenerator<Collected, void> {
  const { live, errors } = await findLive(options)
  if (errors.length === 0) yield* removeOthers(live, options)
  else for (const error of errors) yield { error }
}

interface Live {
  /** Holds the `blockKey` of every block to keep. */
  readonly live: ReadonlySet<string>
  readonly errors: readonly DomainError[]
}

async function findLive({ pins, walk, signal }: CollectGarbageOptions): Promise<Live> {
  const live = new Set<string>()
  const errors: DomainError[] = []
  for await (const { cid } of pins.list({ type: 'direct', signal })) live.add(blockKey(cid))
  for await (const { cid: root } of pins.list({ type: 'recursive', signal })) {
    try {
      for await (const _ of walk(root, { visited: live, signal }));
    } catch (error) {
      if (!isDomainError(error)) throw error
      const cid = error.details['cid'] ?? root
      errors.push(failure(`could not retrieve links for ${cid}: ${error.message}`, error))
      if (errors.length === MAX_ERRORS) break
    }
  }
  if (errors.length > 0) errors.push(failure('garbage collection aborted: could not retrieve some links'))
  return { live, errors }
}

/** Enough to see what is wrong; the rest would be more of it. */
const MAX_ERRORS = 100

async function* removeOthers(
  live: ReadonlySet<string>,
  { blockstore, signal }: CollectGarbageOptions,
): AsyncGenerator<Collected, void> {
  let isComplete = true
  for await (const { cid } of blockstore.list({ signal })) {
    if (live.has(blockKey(cid))) continue
    try {
      await blockstore.delete(cid, { signal })
      yield { cid }
    } catch (error) {
      if (!isDomainError(error)) throw error
      isComplete = false
      yield { error: failure(`could not remove ${cid}: ${error.message}`, error) }
    }
  }
  if (!isComplete) {
    yield { error: failure('garbage collection incomplete: could not delete some blocks') }
  }
}

function failure(message: string, cause?: unknown): DomainError {
  return new DomainError('failed-precondition', message, { cause })
}
