import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { DagWalk } from './dag-walk.ts'

/** Cached knowledge of a block. */
export interface PinnedBlock {
  /** A recursive pin whose root is an ancestor of the block. */
  readonly root: CID | undefined
  /** False when only a walk can tell whether such a pin exists. */
  readonly isCertain: boolean
}

export interface PinnedBlocksOptions {
  readonly datastore: Pick<Datastore, 'generation'>
  /** The roots of all recursive pins, as stored in the Datastore. Each CID may occur once. */
  readonly roots: (options: AbortOptions) => AsyncIterable<{ readonly cid: CID }>
  readonly walk: DagWalk
  /** Maximum number of cached {@link BlockSet} entries. */
  readonly maxEntries?: number
}

/** Entries of 20 to 32 bytes each. Above this, every lookup walks the DAGs. */
const MAX_ENTRIES = 1_000_000

/** Maximum number of blocks whose root is cached too. */
const MAX_ROOTS = 65_536

interface Memory {
  /** Walked recursive pins, by version of their CID. */
  readonly pins: readonly [BlockSet, BlockSet]
  pinCount: number
  /** All blocks of recursive pins, their roots included. */
  readonly visited: BlockSet
  readonly roots: Map<string, CID>
  /** True while a root is being walked: `visited` then has blocks whose root is not noted yet. */
  isWalking: boolean
  isOverLimit: boolean
}

/**
 * Caches the blocks of recursive pins. After a change of the Datastore the pins' rows are read again, since other
 * processes share them. New pins are walked; when a pin was removed, all pins are walked again. A DAG is immutable,
 * so a completed walk stays valid.
 */
export function createPinnedBlocks({
  datastore,
  roots: pinnedRoots,
  walk,
  maxEntries = MAX_ENTRIES,
}: PinnedBlocksOptions) {
  let memory = emptyMemory()
  let knownGeneration: number | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** Walks new pins. False when a pin was removed. */
  const extend = async (options: AbortOptions): Promise<boolean> => {
    const { pins, visited, roots } = memory
    let missing = memory.pinCount
    for await (const { cid: root } of pinnedRoots(options)) {
      const walked = pins[root.version]
      if (walked.hasNode(root)) {
        missing -= 1
        continue
      }
      memory.isWalking = true
      for await (const cid of walk(root, { visited, ...options })) {
        if (!cid.equals(root) && roots.size < MAX_ROOTS) roots.set(blockKey(cid), root)
        memory.isOverLimit = visited.size + pins[0].size + pins[1].size > maxEntries
        if (memory.isOverLimit) return true
      }
      walked.addNode(root)
      memory.pinCount += 1
      memory.isWalking = false
    }
    return missing === 0
  }

  const refresh = async (options: AbortOptions): Promise<Memory> => {
    options.signal?.throwIfAborted()
    const generation = await datastore.generation(options)
    if (knownGeneration === generation) return memory
    knownGeneration = undefined
    if (memory.isOverLimit) memory = emptyMemory()
    try {
      if (!(await extend(options))) {
        memory = emptyMemory()
        await extend(options)
      }
    } finally {
      if (memory.isWalking) memory = { ...emptyMemory(), isOverLimit: memory.isOverLimit }
    }
    knownGeneration = generation
    return memory
  }

  /** Runs refreshes one after the other, so that the second reuses the walk of the first. */
  const refreshInTurn = (options: AbortOptions): Promise<Memory> => {
    const own = turn.then(() => refresh(options))
    turn = own.catch(() => undefined)
    return own
  }

  return {
    async lookup(cid: CID, options: AbortOptions = {}): Promise<PinnedBlock> {
      const held = { generation: knownGeneration, memory }
      const isFresh =
        held.generation !== undefined && held.generation === (await datastore.generation(options))
      const { roots, visited, isOverLimit } = isFresh ? held.memory : await refreshInTurn(options)
      const root = roots.get(blockKey(cid))
      return { root, isCertain: root !== undefined || !(isOverLimit || visited.hasBlock(cid)) }
    },
  }
}

function emptyMemory(): Memory {
  return {
    pins: [createBlockSet(), createBlockSet()],
    pinCount: 0,
    visited: createBlockSet(),
    roots: new Map(),
    isWalking: false,
    isOverLimit: false,
  }
}
