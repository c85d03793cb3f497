import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { type DomainError, type ErrorCode, isDomainError } from '../errors.ts'
import { assertLeaf } from '../pins/assert-leaf.ts'
import type { DagWalk, DagWalkOptions } from '../pins/dag-walk.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import {
  backedUpRoots,
  type KeptRoot,
  type KeptRootsStore,
  mayBeLeftOut,
  placeText,
} from './backed-up-roots.ts'
import { unsavedBlock } from './unsaved-block.ts'

export interface KeptBlocksStore extends KeptRootsStore {
  /** Verified blocks, those that are only referred to included. */
  readonly wholeSource: Pick<Blockstore, 'get' | 'has'>
  readonly coverWalk: DagWalk
}

export interface PartialOptions extends AbortOptions {
  /** True leaves out what is missing or corrupt. */
  readonly isPartial: boolean
}

export interface KeptBlock {
  readonly cid: CID
  /** The first root that keeps it. */
  readonly root: KeptRoot
}

export interface BlocksOfRootsOptions extends PartialOptions {
  readonly roots: AsyncIterable<KeptRoot>
}

/**
 * Yields every block that a garbage collection keeps for these roots, once. Throws the error of {@link unsavedBlock} for one that is
 * missing or corrupt and must be in the backup.
 */
export async function* keptBlocks(
  store: KeptBlocksStore,
  { roots, isPartial, signal }: BlocksOfRootsOptions,
): AsyncGenerator<KeptBlock, void> {
  const visited = createBlockSet()
  const blocksOf = async function* (root: KeptRoot): AsyncGenerator<KeptBlock, void> {
    const onBad = (_: CID, error: DomainError) => {
      if (!canLeaveOut(root, error, { isPartial })) throw error
    }
    try {
      if (!root.withoutDescendants) {
        for await (const cid of store.coverWalk(root.cid, { visited, onBad, signal })) yield { cid, root }
      } else if (visited.addBlock(root.cid)) yield { cid: root.cid, root }
    } catch (error) {
      signal?.throwIfAborted()
      throw await unsavedBlock(store.wholeSource, root, { error, signal })
    }
  }
  // The walk visits each block once: one that is missing must be found below a root that needs it, if there is one.
  const later: KeptRoot[] = []
  for await (const root of roots) {
    if (mayBeLeftOut(root)) later.push(root)
    else yield* blocksOf(root)
  }
  for (const root of later) yield* blocksOf(root)
}

/** The errors of a block itself. Another one, such as that of a busy store, fails a partial backup too. */
const LEFT_OUT: readonly ErrorCode[] = ['not-found', 'corrupt', 'unsupported', 'invalid-argument']

/** True for the error of a block that the backup may lack. Only a partial one may lack a corrupt block. */
export function canLeaveOut(
  root: KeptRoot,
  error: unknown,
  { isPartial }: Pick<PartialOptions, 'isPartial'>,
): boolean {
  if (!isDomainError(error)) return false
  return isPartial ? LEFT_OUT.includes(error.code) : mayBeLeftOut(root) && error.code === 'not-found'
}

/**
 * Throws the error of the first kept block that is missing, or known to be corrupt, so that a backup fails before its
 * first byte, with a message. Reads no leaves.
 */
export async function assertKeptBlocks(store: KeptBlocksStore, { signal }: AbortOptions): Promise<void> {
  const visited = createBlockSet()
  for await (const root of backedUpRoots(store, { signal })) {
    if (mayBeLeftOut(root)) continue
    for await (const bad of badBlocks(store, root, { visited, signal })) {
      throw await unsavedBlock(store.wholeSource, root, { ...bad, signal })
    }
  }
}

/** What a part lacks of the blocks that a backup must have. */
export interface Lacking {
  readonly missing: number
  /** Where the first missing block is used: see {@link placeText}. */
  readonly missingFrom: string
}

/**
 * Counts the blocks of a part that are missing, or known to be corrupt. `undefined` if there are none. A collection that
 * runs keeps those that are there.
 */
export async function lackingBlocks(
  store: KeptBlocksStore & { readonly contentLock: Pick<ContentLock, 'protect'> },
  part: string,
  { signal }: AbortOptions,
): Promise<Lacking | undefined> {
  const { protect } = store.contentLock
  const visited = createBlockSet()
  let missing = 0
  let missingFrom = ''
  for await (const root of backedUpRoots(store, { part, signal })) {
    if (mayBeLeftOut(root)) continue
    for await (const { cid } of badBlocks(store, root, { visited, protect, signal })) {
      missing += 1
      if (missing === 1) missingFrom = await placeText(root, cid, { signal })
    }
  }
  return missing > 0 ? { missing, missingFrom } : undefined
}

interface BadBlock {
  readonly cid: CID
  readonly error: DomainError
}

interface BadBlocksOptions extends Pick<DagWalkOptions, 'protect' | 'signal'> {
  readonly visited: BlockSet
}

/** The blocks of a root that are missing, or known to be corrupt. Reads no leaves. */
async function* badBlocks(
  { coverWalk, wholeSource: blocks }: KeptBlocksStore,
  { cid: root, withoutDescendants = false }: KeptRoot,
  { visited, protect, signal }: BadBlocksOptions,
): AsyncGenerator<BadBlock, void> {
  const bad: BadBlock[] = []
  const onBad = (cid: CID, error: DomainError) => {
    bad.push({ cid, error })
  }
  if (!withoutDescendants) {
    for await (const _ of coverWalk(root, { blocks, visited, protect, onBad, signal })) yield* bad.splice(0)
  } else if (visited.addBlock(root)) {
    await protect?.([root], { signal })
    await assertLeaf(blocks, root, { signal }).catch((error: unknown) => {
      if (!isDomainError(error)) throw error
      onBad(root, error)
    })
  }
  yield* bad.splice(0)
}
