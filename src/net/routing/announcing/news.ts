import type { RemoteSources } from '../../../blocks/remote-sources.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import type { LiveRoots } from '../../../parts/live-roots.ts'
import type { AddedPin, Pins } from '../../../pins/pins.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { ProvidedKind } from '../provide-strategy.ts'
import type { QueuedBlock } from './provide-queue.ts'
import type { ProvideRules } from './provide-rules.ts'
import type { ProvideState } from './provide-state.ts'

/** The content that a node has stored since the previous call. */
export interface News {
  isWaiting(state: ProvideState | undefined, options: AbortOptions): Promise<boolean>
  /** The part of it to be announced, and the root of the mutable files if it has changed. */
  take(
    state: ProvideState,
    options: AbortOptions,
  ): Promise<{ readonly items: readonly QueuedBlock[]; readonly filesRoot: string | undefined }>
  drop(): void
  /** Registers a callback for the first of the news. */
  onFirst(listener: () => void): void
}

export interface NewsOptions {
  readonly rules: ProvideRules
  readonly remoteSources: Pick<RemoteSources, 'onOffer'>
  readonly pins: Pick<Pins, 'onAdd'>
  /** The root of the mutable files. */
  readonly files: { readonly liveRoots: LiveRoots }
  /** False while nothing can be announced later: new blocks are then not recorded. */
  readonly isWanted: () => boolean
}

/** More than a queue takes. */
const MAX_NEWS = 20_000

interface Stored {
  readonly cid: CID
  readonly as: 'block' | AddedPin['kind']
}

export function createNews({ rules, remoteSources, pins, files, isWanted }: NewsOptions): News {
  let stored: Stored[] = []
  const listeners: (() => void)[] = []

  const add = (cids: readonly CID[], as: Stored['as']) => {
    if (!rules.isEnabled || !isWanted()) return
    const isFirst = stored.length === 0
    for (const cid of cids) if (stored.length < MAX_NEWS) stored.push({ cid, as })
    if (isFirst) for (const listener of listeners) listener()
  }
  remoteSources.onOffer((cids) => add(cids, 'block'))
  pins.onAdd(({ cid, kind }) => add([cid], kind))

  const changedRoot = async (state: ProvideState, options: AbortOptions) => {
    const { kinds } = await rules.strategy(options)
    if (!kinds.includes('mfs')) return undefined
    for await (const { cid } of files.liveRoots(options)) {
      return cid.toString() === state.filesRoot ? undefined : cid
    }
    return undefined
  }

  return {
    async isWaiting(state, options) {
      if (!state) return false
      return stored.length > 0 || (await changedRoot(state, options)) !== undefined
    },
    async take(state, options) {
      const { kinds } = await rules.strategy(options)
      const taken = stored
      stored = []
      const root = await changedRoot(state, options)
      const items = taken.flatMap((one) => queuedOf(one, kinds) ?? [])
      return {
        items: root ? [...items, { cid: root, isDeep: true }] : items,
        filesRoot: root?.toString(),
      }
    },
    drop() {
      stored = []
    },
    onFirst: (listener) => void listeners.push(listener),
  }
}

/** A strategy of pins does not concern blocks, and where all blocks are announced, those below a pin were new. */
function queuedOf({ cid, as }: Stored, kinds: readonly ProvidedKind[]): QueuedBlock | undefined {
  if (kinds.includes('all')) return as === 'block' ? { cid, isDeep: false } : undefined
  if (as === 'block') return undefined
  if (kinds.includes('pinned')) return { cid, isDeep: as === 'recursive' }
  return kinds.includes('roots') ? { cid, isDeep: false } : undefined
}
