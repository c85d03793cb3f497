import { createBlockWriter } from '../blocks/block-writer.ts'
import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import { type DagDefaults, dagShape } from '../unixfs/dag/dag-shape.ts'
import { type CidForm, createEditStore, type EditStore } from '../unixfs/edit/edit-store.ts'
import type { ShardSizes } from '../unixfs/edit/shard-sizes.ts'
import type { FilesCall, FormOptions, WriteFilesOptions } from './files.ts'
import {
  type MovePlan,
  type MoveRootOptions,
  moveRoot,
  type RootStorage,
  withEmptyRoot,
} from './files-root.ts'
import type { PathCache } from './find-node.ts'

/** The ports and services that MFS uses. */
export interface FilesNeeds extends RootStorage {
  readonly blockstore: Pick<Blockstore, 'get' | 'putMany' | 'stat'>
  readonly clock: Clock
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  readonly contentLock: Pick<ContentLock, 'isProtecting' | 'protect'>
  readonly walk: DagWalk
  /** Options of new nodes where a call sets none. CID version and hash are those of the directory above. */
  readonly importing: DagDefaults
}

export interface FilesOptions extends FilesNeeds {
  readonly shardSizes: ShardSizes
  readonly paths: PathCache
}

/** One edit. Blocks are written through `store`, and are stored when `moveRoot` has ended. */
export interface TreeEdit {
  readonly store: EditStore
  /** Replaces the root by the result of `plan`, after all blocks of the edit are stored. */
  moveRoot(plan: MovePlan): Promise<CID>
}

export async function editTree<T>(
  options: FilesOptions,
  {
    session,
    signal,
    isRemoval,
    mayBeDamaged,
    rawLeaves,
    stage,
  }: FilesCall & MoveRootOptions & Pick<WriteFilesOptions, 'rawLeaves' | 'stage'>,
  task: (edit: TreeEdit) => Promise<T>,
): Promise<T> {
  const { blockstore, activity, writeBudget, importing, shardSizes } = options
  const writer = createBlockWriter(stage?.blockstore ?? blockstore, {
    signal,
    isRemoval,
    activity,
    budget: writeBudget,
  })
  const store = createEditStore(withEmptyRoot(session), {
    writer,
    shardSizes,
    shape: dagShape({
      ...importing,
      cidVersion: undefined,
      hash: undefined,
      rawLeaves: rawLeaves ?? importing.rawLeaves,
    }),
  })
  const move: TreeEdit['moveRoot'] = (plan) =>
    moveRoot(
      options,
      async (root, isDamaged) => {
        const moved = await plan(root, isDamaged)
        await writer.flush()
        return moved
      },
      { signal, isRemoval, mayBeDamaged },
    )
  try {
    return await task({ store, moveRoot: move })
  } finally {
    writer.discard()
  }
}

/** Makes one change to the tree. `plan` gets the newest root. */
export function changeTree(
  options: FilesOptions,
  call: FilesCall & MoveRootOptions,
  plan: (root: CID, store: EditStore, isDamaged: boolean) => Promise<CID>,
): Promise<CID> {
  return editTree(options, call, ({ store, moveRoot }) =>
    moveRoot((root, isDamaged) => plan(root, store, isDamaged)),
  )
}

/**
 * The form of CID that a call asks for; `undefined` when it asks for none. Throws `invalid-argument` with the
 * reference implementation's texts.
 */
export function requestedForm({ cidVersion, hash }: FormOptions): CidForm | undefined {
  if (cidVersion === undefined && hash === undefined) return undefined
  const shape = dagShape({ cidVersion: cidVersion ?? (hash === undefined ? undefined : 1), hash })
  return { version: shape.cidVersion, multihash: { code: shape.hasher.code } }
}
