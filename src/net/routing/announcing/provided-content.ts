import type { PublicBlocks } from '../../../blocks/public.ts'
import { type BlockSet, createBlockSet } from '../../../codec/cid/block-set.ts'
import { type CID, DAG_PB_CODEC } from '../../../codec/cid/cid.ts'
import { decodeDagPb } from '../../../codec/dag-pb/dag-pb.ts'
import { unixfsOf } from '../../../codec/dag-pb/unixfs.ts'
import type { UnixfsType } from '../../../codec/dag-pb/unixfs-message.ts'
import { linksOfBlock } from '../../../codec/ipld/block-links.ts'
import { isDomainError } from '../../../errors.ts'
import type { LiveRoots } from '../../../parts/live-roots.ts'
import { createDagWalk } from '../../../pins/dag-walk.ts'
import type { Pins } from '../../../pins/pins.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { ProvidedKind, ProvideStrategy } from '../provide-strategy.ts'
import type { QueuedBlock } from './provide-queue.ts'

/** A block that may be announced. */
export interface Candidate {
  readonly cid: CID
  /** True if it is known that anonymous clients may read it. */
  readonly isPublic: boolean
}

export interface ProvidedContentOptions {
  readonly publicBlocks: PublicBlocks
  readonly blockstore: Pick<Blockstore, 'list'>
  readonly pins: Pick<Pins, 'list'>
  /** The root of the mutable files. */
  readonly files: { readonly liveRoots: LiveRoots }
}

/** Finds what a node announces. */
export interface ProvidedContent {
  /** Everything of a strategy, each block once, in an order that depends on the content alone. */
  all(strategy: ProvideStrategy, options: AbortOptions): AsyncIterable<Candidate>
  /** Queued items, and what is below the deep ones and was not announced since the last call of `begin`. */
  queued(
    items: readonly QueuedBlock[],
    strategy: ProvideStrategy,
    options: AbortOptions,
  ): AsyncIterable<Candidate>
  /** A block and everything below it that anonymous clients may read. */
  below(root: CID, options: AbortOptions): AsyncIterable<CID>
  /** Forgets what was announced. */
  begin(): void
}

type FreshCall = AbortOptions & Pick<ProvideStrategy, 'isEntitiesOnly'>

/** Entries of 16 bytes. Beyond, a block that several DAGs share is announced again. */
const MAX_VISITED = 500_000

export function createProvidedContent(options: ProvidedContentOptions): ProvidedContent {
  const { publicBlocks, blockstore, pins, files } = options
  // Hidden blocks are absent for this walk, and so is what only they lead to.
  const walk = createDagWalk(publicBlocks)
  const walkEntities = createDagWalk(publicBlocks, { linksOf: linksOfEntity })
  let visited: BlockSet = createBlockSet()

  async function* fresh(root: CID, { isEntitiesOnly, ...call }: FreshCall): AsyncGenerator<Candidate, void> {
    const walkBelow = isEntitiesOnly ? walkEntities : walk
    if (visited.size > MAX_VISITED) visited = createBlockSet()
    try {
      for await (const cid of walkBelow(root, { visited, onBad: leaveOut, ...call }))
        yield { cid, isPublic: true }
    } catch (error) {
      call.signal?.throwIfAborted()
      // A DAG that is too large for one walk.
      if (!isDomainError(error)) throw error
    }
  }
  async function* ofKind(kind: ProvidedKind, call: FreshCall): AsyncGenerator<Candidate, void> {
    if (kind === 'all') {
      for await (const { cid } of blockstore.list(call)) yield { cid, isPublic: false }
      return
    }
    if (kind === 'mfs') {
      for await (const { cid } of files.liveRoots(call)) yield* fresh(cid, call)
      return
    }
    for (const type of ['recursive', 'direct'] as const) {
      for await (const { cid } of pins.list({ type, ...call })) {
        if (kind === 'pinned' && type === 'recursive') yield* fresh(cid, call)
        else if (visited.addBlock(cid)) yield { cid, isPublic: false }
      }
    }
  }

  return {
    async *all({ kinds, isEntitiesOnly }, call) {
      for (const kind of kinds) yield* ofKind(kind, { isEntitiesOnly, ...call })
    },
    async *queued(items, { isEntitiesOnly }, call) {
      for (const { cid, isDeep } of items) {
        if (isDeep) yield* fresh(cid, { isEntitiesOnly, ...call })
        else yield { cid, isPublic: false }
      }
    },
    below: (root, call) => walk(root, { onBad: leaveOut, ...call }),
    begin() {
      visited = createBlockSet()
    },
  }
}

/** A block that is missing, corrupt or hidden. */
function leaveOut(): void {}

/** Types of UnixFS nodes below which there are only parts of themselves. */
const WITHOUT_ENTITIES_BELOW: ReadonlySet<UnixfsType | undefined> = new Set(['file', 'raw', 'symlink'])

/**
 * The links of a block that lead to entities: none for a UnixFS file, whose blocks are parts of it, and for a symbolic link.
 * Those of directories, of their shards, and of everything that is not UnixFS are all of them. Throws what
 * {@link linksOfBlock} does.
 */
function linksOfEntity(cid: CID, bytes: Uint8Array): readonly CID[] {
  if (cid.code !== DAG_PB_CODEC) return linksOfBlock(cid, bytes)
  const node = decodeDagPb(bytes)
  return WITHOUT_ENTITIES_BELOW.has(unixfsOf(node)?.type) ? [] : node.Links.map(({ Hash }) => Hash)
}
