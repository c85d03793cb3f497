import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { DagWalk } from './dag-walk.ts'
import { listPins } from './pin-rows.ts'

/** What is remembered of a block. */
export interface PinnedBlock {
  /** A recursive pin that keeps it from above. */
  readonly root: CID | undefined
  /** False where only a walk can tell whether there is such a pin. */
  readonly isSure: boolean
}

export interface PinnedBlocksOptions {
  readonly datastore: Pick<Datastore, 'range' | 'generation'>
  readonly walk: DagWalk
  /** Most entries of {@link BlockSet} that are remembered. */
  readonly maxEntries?: number
}

/** At 20 to 32 bytes each. With more of them, each question walks. */
const MAX_ENTRIES = 1_000_000

/** For so many blocks the root above is remembered too. */
const MAX_ROOTS = 65_536

interface Memory {
  /** Recursive pins that were walked, by the version of their CID. */
  readonly pins: readonly [BlockSet, BlockSet]
  pinCount: number
  /** All that recursive pins hold, their roots too. */
  readonly visited: BlockSet
  readonly roots: Map<string, CID>
  /** Between the first block of a root and its last: what was visited is not all known to others yet. */
  isWalking: boolean
  isTooMuch: boolean
}

/**
 * What the recursive pins hold, remembered from one change of the Datastore to the next: a pin that is new is
 * walked, and only when one has gone are all of them. Other processes share the pins, so their rows are read
 * after each change. What a pin holds never changes, so a walk that has ended stays true.
 */
export function createPinnedBlocks({ datastore, walk, maxEntries = MAX_ENTRIES }: PinnedBlocksOptions) {
  let memory = emptyMemory()
  let asOf: number | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** False when a pin has gone. */
  const extend = async (options: AbortOptions): Promise<boolean> => {
    const { pins, visited, roots } = memory
    let missing = memory.pinCount
    for await (const { cid: root } of listPins(datastore, 'recursive', options)) {
      const walked = pins[root.version]
      if (walked.hasNode(root)) {
        missing -= 1
        continue
      }
      memory.isWalking = true
      for await (const cid of walk(root, { visited, ...options })) {
        if (!cid.equals(root) && roots.size < MAX_ROOTS) roots.set(blockKey(cid), root)
        memory.isTooMuch = visited.size + pins[0].size + pins[1].size > maxEntries
        if (memory.isTooMuch) return true
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
    if (asOf === generation) return memory
    asOf = undefined
    if (memory.isTooMuch) memory = emptyMemory()
    try {
      if (!(await extend(options))) {
        memory = emptyMemory()
        await extend(options)
      }
    } finally {
      if (memory.isWalking) memory = { ...emptyMemory(), isTooMuch: memory.isTooMuch }
    }
    asOf = generation
    return memory
  }

  /** One after the other: the second finds what the first has walked. */
  const refreshInTurn = (options: AbortOptions): Promise<Memory> => {
    const own = turn.then(() => refresh(options))
    turn = own.catch(() => undefined)
    return own
  }

  return {
    async look(cid: CID, options: AbortOptions = {}): Promise<PinnedBlock> {
      const held = { asOf, memory }
      const isFresh = held.asOf !== undefined && held.asOf === (await datastore.generation(options))
      const { roots, visited, isTooMuch } = isFresh ? held.memory : await refreshInTurn(options)
      const root = roots.get(blockKey(cid))
      return { root, isSure: root !== undefined || !(isTooMuch || visited.hasBlock(cid)) }
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
    isTooMuch: false,
  }
}
