import type { CID } from '../../../codec/cid/cid.ts'

/** A peer, as the wants see it. */
export interface WantPeer {
  readonly id: string
  /** Asks for a block, or whether the peer has it. */
  want(cid: CID, kind: 'block' | 'have'): void
  cancel(cid: CID): void
  /** Drops a want that the peer answered with the block. */
  forget(cid: CID): void
  /** False for a peer whose version of the protocol has no answer for an absent block. */
  readonly canDeny: boolean
  /** When a part of a message of the peer, or a wanted block, last arrived. */
  readonly activeMs: number
}

/** A question to a peer, and its answer. `late`: nothing in time. */
export interface Question {
  readonly peer: WantPeer
  readonly kind: 'block' | 'have'
  readonly askedMs: number
  /** When the peer was asked, or has last sent a block for which it was not asked later. */
  progressMs: number
  state: 'open' | 'held' | 'absent' | 'late'
}

/** Which peers had blocks of one call. */
export interface UsefulPeers {
  has(peer: string): boolean
  add(peer: string): void
}

/** The result of a want: the block; `late` after its time limit; `undefined` if no peer has the block. */
export type Outcome = Uint8Array | 'late' | undefined

/** One block that is looked for, for all calls that wait for it. */
export interface Want {
  readonly cid: CID
  readonly key: string
  /** When the want began, or there was last progress of a peer that may still send the block. */
  progressMs: number
  readonly questions: Map<string, Question>
  readonly calls: Set<UsefulPeers>
  /** Rejects never. */
  readonly found: Promise<Outcome>
  readonly resolve: (outcome: Outcome) => void
  /** Number of callers that wait. */
  waiting: number
  /** The peer whose block is awaited, with the bytes that were reserved for it. */
  awaited: { readonly question: Question; readonly release: () => void } | undefined
  /** True while the want waits for room in memory. */
  isParked: boolean
  search: 'none' | 'running' | 'done'
  /** True after it was answered or given up. */
  isOver: boolean
}

export function createWant({ cid, key, progressMs }: Pick<Want, 'cid' | 'key' | 'progressMs'>): Want {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  return {
    ...{ cid, key, progressMs, resolve },
    found: promise,
    questions: new Map(),
    calls: new Set(),
    waiting: 0,
    awaited: undefined,
    isParked: false,
    search: 'none',
    isOver: false,
  }
}

export function isHolding({ state }: Question): boolean {
  return state === 'held'
}

export function isUnanswered({ state }: Question): boolean {
  return state === 'open'
}

/** True for a peer that has not answered, also one that was too slow. */
export function mayAnswer({ state }: Question): boolean {
  return state === 'open' || state === 'late'
}

export function isUseful({ calls }: Want, peer: string): boolean {
  return [...calls].some((call) => call.has(peer))
}
