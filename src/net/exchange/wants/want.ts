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
  /** When bytes of the peer last arrived. */
  readonly activeMs: number
}

/** A question to a peer, and its answer. `late`: nothing in time. */
export interface Question {
  readonly peer: WantPeer
  readonly kind: 'block' | 'have'
  readonly askedMs: number
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
  readonly startedMs: number
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

export function createWant({ cid, key, startedMs }: Pick<Want, 'cid' | 'key' | 'startedMs'>): Want {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  return {
    ...{ cid, key, startedMs, resolve },
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

/** True while a peer that was too slow may still answer. */
export function mayBeFound({ questions }: Want): boolean {
  return [...questions.values()].some(({ state }) => state === 'open' || state === 'late')
}

export function isUseful({ calls }: Want, peer: string): boolean {
  return [...calls].some((call) => call.has(peer))
}
