import type { Quarantine } from '../blocks/quarantine.ts'
import type { BlockSettings } from '../blocks/settings.ts'
import { createSource } from '../blocks/source.ts'
import { type ContentLock, createContentLock } from '../content-lock/content-lock.ts'
import type { Activity } from '../diagnostics/activity.ts'
import { remoteBlocks } from '../net/trustless-gateway/remote-blocks.ts'
import { definePart } from '../parts/define-part.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import { createRepo, type Repo, type RepoOptions } from './repo.ts'

/** The lock that keeps adds and garbage collection from removing each other's blocks. */
export const contentLockPart = definePart({
  name: 'contentLock',
  needs: { locks: 'required', reservedDatastore: 'required', activity: 'required', clock: 'required' },
  create: ({
    reservedDatastore,
    ...needs
  }: {
    readonly locks: Locks
    readonly reservedDatastore: Datastore
    readonly activity: Pick<Activity, 'enter'>
    readonly clock: Clock
  }): ContentLock => createContentLock({ ...needs, datastore: reservedDatastore }),
})

export interface RepoNeeds extends Pick<RepoOptions, 'contentLock' | 'pins' | 'repoPath'> {
  readonly wholeSource: Blockstore
  readonly store: Blockstore
  readonly localStore: Blockstore
  readonly quarantine: Quarantine
  readonly coverWalk: DagWalk
  readonly contributions: { readonly roots: () => Promise<Readonly<Record<string, LiveRoots>>> }
  readonly blockSettings: Partial<BlockSettings>
  readonly outbound?: Pick<OutboundPorts, 'healing'> | undefined
  readonly clock: Clock
}

/** The storage as a whole. Parts contribute the live roots. */
export const repoPart = definePart({
  name: 'repo',
  needs: {
    wholeSource: 'required',
    store: 'required',
    localStore: 'required',
    quarantine: 'required',
    contentLock: 'required',
    pins: 'required',
    coverWalk: 'required',
    repoPath: 'required',
    contributions: 'required',
    blockSettings: 'required',
    outbound: 'optional',
    clock: 'required',
  },
  create: ({
    wholeSource,
    store,
    localStore,
    quarantine,
    contentLock,
    pins,
    coverWalk,
    repoPath,
    contributions,
    blockSettings: { healGateways = [] },
    outbound: { healing: outbound } = {},
    clock,
  }: RepoNeeds): Repo =>
    createRepo({
      blockstore: wholeSource,
      stored: store,
      copies: { verified: createSource({ store: localStore, quarantine }), stored: localStore },
      gateways: () =>
        outbound ? healGateways.map((origin) => remoteBlocks(origin, { outbound, clock })) : [],
      ...{ contentLock, clock },
      pins,
      walk: coverWalk,
      repoPath,
      liveRoots: contributions.roots,
    }),
})
