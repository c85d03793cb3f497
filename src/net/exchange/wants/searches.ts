import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Want } from './want.ts'

/** Looks for peers that have a block, and connects to some. Resolves when the search has ended. */
export type FindProviders = (cid: CID, options: AbortOptions) => Promise<void>

/** Searches for providers of wants, a few at a time: what one search finds is asked for all wants. */
export interface Searches {
  begin(want: Want): void
}

export interface SearchesOptions {
  readonly findProviders: FindProviders
  /** Called with a want whose search has ended. */
  readonly onEnd: (want: Want) => void
}

const MAX_SEARCHES = 3

export function createSearches({ findProviders, onEnd }: SearchesOptions): Searches {
  const waiting: Want[] = []
  let running = 0

  const startNext = () => {
    while (running < MAX_SEARCHES) {
      const want = waiting.shift()
      if (!want) return
      if (!want.isOver) void run(want)
    }
  }
  /** Never rejects. */
  const run = async (want: Want) => {
    running += 1
    const over = new AbortController()
    const stop = () => over.abort(new DOMException('The want is over', 'AbortError'))
    want.found.then(stop, stop)
    try {
      await findProviders(want.cid, { signal: over.signal })
    } catch {
      // A search that fails has found no provider.
    }
    running -= 1
    want.search = 'done'
    onEnd(want)
    startNext()
  }
  return {
    begin(want) {
      waiting.push(want)
      startNext()
    },
  }
}
