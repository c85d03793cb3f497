import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Candidate } from './provided-content.ts'

/** Announces the blocks of a list, a part at each call. */
export interface AnnounceJob {
  /** Blocks of the list that are done, with those that could not or must not be announced. */
  readonly done: number
  /** Blocks that a router has taken, and the time spent on the list in milliseconds. */
  readonly announced: number
  readonly spentMs: number
  /**
   * Announces until it must pause, at least a few blocks. `stuck` if no router takes anything: the next call tries
   * the same blocks again.
   */
  run(options: PausableCall): Promise<'over' | 'paused' | 'stuck'>
}

export interface PausableCall extends AbortOptions {
  /** True when other work comes first. */
  readonly mustPause: () => boolean
}

export interface AnnounceJobOptions {
  readonly candidates: AsyncIterable<Candidate>
  /** Candidates to leave out at the beginning. */
  readonly skip: number
  /** False for a block that must not be announced. Throws if no router has taken it. */
  readonly announce: (cid: CID, options: AbortOptions & { readonly isPublic: boolean }) => Promise<boolean>
  readonly clock: Pick<Clock, 'now'>
}

/** Blocks that are announced at the same time: each waits for several peers. */
const CONCURRENCY = 8

export function createAnnounceJob({ candidates, skip, announce, clock }: AnnounceJobOptions): AnnounceJob {
  const iterator = candidates[Symbol.asyncIterator]()
  let batch: readonly Candidate[] = []
  let isOver = false
  let toSkip = skip
  let done = skip
  let announced = 0
  let spentMs = 0

  const take = async () => {
    const taken: Candidate[] = []
    while (taken.length < CONCURRENCY && !isOver) {
      const next = await iterator.next()
      if (next.done) isOver = true
      else if (toSkip > 0) toSkip -= 1
      else taken.push(next.value)
    }
    return taken
  }
  /** The number of announced blocks. `undefined` if no router has taken any of them. */
  const announceBatch = async ({ signal }: AbortOptions) => {
    const outcomes = await Promise.allSettled(
      batch.map(({ cid, isPublic }) => announce(cid, { isPublic, signal })),
    )
    signal?.throwIfAborted()
    const taken = outcomes.filter((one) => one.status === 'fulfilled' && one.value).length
    const isStuck = taken === 0 && outcomes.some(({ status }) => status === 'rejected')
    return isStuck ? undefined : taken
  }

  return {
    get done() {
      return done
    },
    get announced() {
      return announced
    },
    get spentMs() {
      return spentMs
    },
    async run({ mustPause, signal }) {
      do {
        const startMs = clock.now()
        if (batch.length === 0) batch = await take()
        if (batch.length === 0) return 'over'
        const taken = await announceBatch({ signal })
        if (taken === undefined) return 'stuck'
        announced += taken
        done += batch.length
        batch = []
        spentMs += clock.now() - startMs
      } while (!mustPause())
      return 'paused'
    },
  }
}
