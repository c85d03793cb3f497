import type { ByteBudget } from '../../../blocks/byte-budget.ts'
import { type AnswerSources, type Answers, LOAD_BYTES, loadAnswers } from './load-answers.ts'
import type { ServedWants } from './served-wants.ts'

/** Answers that are in memory, until they are released. */
export interface LoadedAnswers {
  readonly answers: Answers
  readonly release: () => void
}

/** The answers to one peer, for one message after the other. */
export interface AnswerLoads {
  /** The next answers: those that were loaded ahead, or else they are loaded now. */
  take(): Promise<LoadedAnswers>
  /** Begins to load the next answers, if there are wants and memory for them. At most one load is ahead. */
  loadAhead(): void
  /** True while answers are ahead, or wants wait for theirs. */
  readonly hasNext: boolean
  /** Releases what is ahead. */
  close(): void
}

export interface AnswerLoadsOptions extends AnswerSources {
  readonly served: ServedWants
  /** Bytes of blocks that all peers together may have loaded. Grants requests in order, so it is fair. */
  readonly loadBudget: Pick<ByteBudget, 'take' | 'tryTake'>
  /** Aborts all loads. */
  readonly signal: AbortSignal
}

/** Loads the answers to one peer. The store works while the network does, instead of after it. */
export function createAnswerLoads(options: AnswerLoadsOptions): AnswerLoads {
  const { served, loadBudget, signal } = options
  let ahead: Promise<LoadedAnswers> | undefined

  const load = async (release: () => void): Promise<LoadedAnswers> => {
    try {
      return { answers: await loadAnswers(served, options), release }
    } catch (error) {
      release()
      throw error
    }
  }
  return {
    async take() {
      const loaded = ahead ?? loadBudget.take(LOAD_BYTES, { signal }).then(load)
      ahead = undefined
      return loaded
    },
    loadAhead() {
      if (ahead || !served.hasNext) return
      // Another peer that waits for memory comes first.
      const release = loadBudget.tryTake(LOAD_BYTES)
      if (!release) return
      ahead = load(release)
      // It is handled when it is taken.
      ahead.catch(() => undefined)
    },
    get hasNext() {
      return ahead !== undefined || served.hasNext
    },
    close() {
      ahead?.then(({ release }) => release()).catch(() => undefined)
      ahead = undefined
    },
  }
}
