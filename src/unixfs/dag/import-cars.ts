import { createBlockWriter } from '../../blocks/block-writer.ts'
import type { ByteBudget } from '../../blocks/byte-budget.ts'
import { blockLimitBytes, type CollectBlockOptions } from '../../blocks/collect-block.ts'
import { readCar } from '../../codec/car/read-car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { Activity } from '../../diagnostics/activity.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { storeVerified } from './store-verified.ts'

export interface ImportStore {
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly pins: {
    /** Pins the roots whose whole DAG is stored. Returns the reason for each of the others. */
    addWholeRoots(cids: readonly CID[], options: AbortOptions): Promise<ReadonlyMap<CID, DomainError>>
  }
}

export interface ImportOptions extends AbortOptions, Pick<CollectBlockOptions, 'allowBig'> {
  /** Pins each root recursively whose whole DAG is stored. */
  readonly pinRoots: boolean
  /** Called when the blocks of all files are stored. */
  readonly onReceived?: (() => void) | undefined
}

/** A root with the reason why it was not pinned, empty when it was; or, as last event, the totals of the files. */
export type ImportEvent =
  | { readonly root: CID; readonly pinError: string }
  | { readonly blocks: number; readonly sizeBytes: number }

/** Maximum number of distinct roots of one import: all are pinned in one batch. */
const MAX_ROOTS = 16_384

/**
 * Stores the blocks of several CARs as they arrive, each verified against its CID. When all are stored, checks the
 * distinct roots in the order of the files, pins all complete ones in one batch, and then yields an event for each.
 * A root need not be in a file, but it and all of its descendants must be stored.
 *
 * The caller holds the content lock for adding. A malformed file, or a block that does not match its CID, ends the
 * import: blocks before it stay as garbage, and nothing is pinned. Throws `corrupt`, `unsupported`, `too-large`,
 * `invalid-argument` for an insecure hash, and at the end `failed-precondition` when a root could not be pinned.
 * Spec: RPC document, `/dag/import`; error texts of its reference implementation.
 */
export async function* importCars(
  store: ImportStore,
  files: AsyncIterable<{ readonly content: AsyncIterable<Uint8Array> }>,
  { pinRoots, allowBig, onReceived, signal }: ImportOptions,
): AsyncGenerator<ImportEvent, void> {
  const { blockstore, activity, writeBudget } = store
  const roots = new Map<string, CID>()
  const total = { blocks: 0, sizeBytes: 0 }
  const writer = createBlockWriter(blockstore, { activity, budget: writeBudget, signal })
  try {
    for await (const { content } of files) {
      const car = await readCar(content, { maxBlockBytes: blockLimitBytes({ allowBig }) })
      for (const root of car.roots) roots.set(root.toString(), root)
      if (roots.size > MAX_ROOTS) throw new DomainError('too-large', `Cannot import: over ${MAX_ROOTS} roots`)
      for await (const sizeBytes of storeVerified(writer, car.blocks)) {
        total.blocks += 1
        total.sizeBytes += sizeBytes
      }
    }
    await writer.flush()
  } finally {
    writer.discard()
  }
  onReceived?.()
  if (pinRoots) yield* pinCompleteRoots(store, [...roots.values()], { signal })
  yield total
}

/** The beginning of a text that the reference leaves out here: its import asks no peers in any case. */
const OFFLINE = /^block was not found locally \(offline\): /

async function* pinCompleteRoots(
  { pins }: ImportStore,
  roots: readonly CID[],
  { signal }: AbortOptions,
): AsyncGenerator<ImportEvent, void> {
  const broken = await pins.addWholeRoots(roots, { signal })
  for (const root of roots) yield { root, pinError: broken.get(root)?.message.replace(OFFLINE, '') ?? '' }
  if (broken.size === 0) return
  const message = `unable to pin all roots: ${broken.size} out of ${roots.length} failed`
  throw new DomainError('failed-precondition', message)
}
