import type { ContentLock } from '../content-lock/content-lock.ts'
import { protectingBlockstore } from '../content-lock/protecting-blockstore.ts'
import { createPutWatch, type PutWatch } from '../content-lock/put-watch.ts'
import type { References } from '../filestore/references.ts'
import { referringStore } from '../filestore/referring-store.ts'
import type { Sources } from '../filestore/sources.ts'
import { definePart } from '../parts/define-part.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import { type Blocks, type BlocksOptions, createBlocks } from './blocks.ts'
import { type ByteBudget, createWriteBudget } from './byte-budget.ts'
import { offeringBlockstore } from './offering-blockstore.ts'
import {
  createPublicBlocks,
  createPublicSessions,
  type PublicBlocks,
  type PublicBlocksOptions,
  type PublicSessions,
} from './public.ts'
import { createQuarantine, type Quarantine } from './quarantine.ts'
import { createRemoteSources, type RemoteSources } from './remote-sources.ts'
import { createRetentionReason, type RetentionReasonOptions } from './retention-reason.ts'
import { type BlockSession, createSessions, type Sessions, type SessionsOptions } from './session.ts'
import type { BlockSettings } from './settings.ts'
import { createSource } from './source.ts'
import { createStore } from './store.ts'

/** The memory limit that all block writers share. A part that creates a block writer passes it on. */
export const writeBudgetPart = definePart({
  name: 'writeBudget',
  needs: { hostWriteBudget: 'optional' },
  create: ({ hostWriteBudget }: { readonly hostWriteBudget?: ByteBudget | undefined }): ByteBudget =>
    hostWriteBudget ?? createWriteBudget(),
})

/** Tells which blocks one add alone has put. */
export const putWatchPart = definePart<'putWatch', Record<never, never>, PutWatch>({
  name: 'putWatch',
  needs: {},
  create: createPutWatch,
})

/** Blocks whose bytes this host stores itself. */
export const localStorePart = definePart({
  name: 'localStore',
  needs: { hostBlockstore: 'required', space: 'optional', activity: 'required', hostActivity: 'optional' },
  create: createStore,
})

/** All blocks of this host: also those that are only referred to, where their sources can be read. */
export const storePart = definePart({
  name: 'store',
  needs: { localStore: 'required', references: 'required', sources: 'required' },
  create: ({
    localStore,
    references,
    sources,
  }: {
    readonly localStore: Blockstore
    readonly references: References
    readonly sources: Sources
  }): Blockstore =>
    sources.hasFiles || sources.hasUrls ? referringStore(localStore, { references, sources }) : localStore,
})

/** Blocks that are held without an intact copy. */
export const quarantinePart = definePart({
  name: 'quarantine',
  needs: { reservedDatastore: 'required', logger: 'required' },
  create: ({
    reservedDatastore,
    logger,
  }: {
    readonly reservedDatastore: Pick<Datastore, 'get' | 'batch' | 'range'>
    readonly logger: Logger
  }): Quarantine => createQuarantine(reservedDatastore, logger),
})

export interface SourceNeeds {
  readonly store: Blockstore
  readonly quarantine: Quarantine
}

/**
 * The verified source that all services read and write. Blocks written through it are protected from garbage
 * collection, and then offered to the peers that wait for them.
 */
export const blockstorePart = definePart({
  name: 'blockstore',
  needs: {
    store: 'required',
    quarantine: 'required',
    contentLock: 'required',
    putWatch: 'required',
    remoteSources: 'required',
    blockSettings: 'required',
  },
  create: ({
    store,
    quarantine,
    contentLock,
    putWatch,
    remoteSources,
    blockSettings: { verifyReads },
  }: SourceNeeds & {
    readonly contentLock: Pick<ContentLock, 'protect'>
    readonly putWatch: Pick<PutWatch, 'watched'>
    readonly remoteSources: Pick<RemoteSources, 'offer'>
    readonly blockSettings: Partial<BlockSettings>
  }): Blockstore => {
    const source = createSource({ store, quarantine, verifyReads })
    const protecting = protectingBlockstore(source, contentLock)
    // A put is noted before it is protected: when a collection begins between the two, it sees the one or the other.
    return offeringBlockstore(putWatch.watched(protecting), remoteSources)
  },
})

/** A source that verifies every read, also with `VERIFY_READS=nodes`: for checks of the repository. */
export const wholeSourcePart = definePart({
  name: 'wholeSource',
  needs: { store: 'required', quarantine: 'required' },
  create: ({ store, quarantine }: SourceNeeds): Blockstore => createSource({ store, quarantine }),
})

/** The places from which missing blocks are fetched. A part that can reach some adds itself. */
export const remoteSourcesPart = definePart<'remoteSources', Record<never, never>, RemoteSources>({
  name: 'remoteSources',
  needs: {},
  create: createRemoteSources,
})

/** Opens a session for each call. */
export const sessionsPart = definePart({
  name: 'sessions',
  needs: { blockstore: 'required', remoteSources: 'required', clock: 'required', hostReadAhead: 'optional' },
  create: (needs: SessionsOptions): Sessions => createSessions(needs),
})

export const publicBlocksPart = definePart({
  name: 'publicBlocks',
  needs: { blockstore: 'required', contributions: 'required' },
  create: ({
    blockstore,
    contributions,
  }: {
    readonly blockstore: BlockSession
    readonly contributions: Pick<PublicBlocksOptions, 'hides'>
  }): PublicBlocks => createPublicBlocks({ source: blockstore, hides: contributions.hides }),
})

/** Sessions for anonymous clients, with missing blocks fetched for them. */
export const publicSessionsPart = definePart({
  name: 'publicSessions',
  needs: { sessions: 'required', contributions: 'required' },
  create: ({
    sessions,
    contributions,
  }: {
    readonly sessions: Sessions
    readonly contributions: Pick<PublicBlocksOptions, 'hides'>
  }): PublicSessions => createPublicSessions({ sessions, hides: contributions.hides }),
})

export interface BlocksNeeds
  extends Pick<BlocksOptions, 'blockstore' | 'contentLock' | 'activity' | 'writeBudget'>,
    Pick<RetentionReasonOptions, 'pins'> {
  readonly store: Pick<Blockstore, 'has'>
  readonly contributions: Pick<RetentionReasonOptions, 'keeps'>
}

export const blocksPart = definePart({
  name: 'blocks',
  needs: {
    blockstore: 'required',
    store: 'required',
    contentLock: 'required',
    activity: 'required',
    writeBudget: 'required',
    pins: 'required',
    contributions: 'required',
  },
  create: ({
    blockstore,
    store,
    contentLock,
    activity,
    writeBudget,
    pins,
    contributions,
  }: BlocksNeeds): Blocks =>
    createBlocks({
      blockstore,
      isStored: store.has,
      contentLock,
      activity,
      writeBudget,
      retentionReason: createRetentionReason({ pins, keeps: contributions.keeps }),
    }),
})
