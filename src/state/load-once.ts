import type { AbortOptions } from '../ports/abort.ts'
import { sharedLoad } from './shared-load.ts'

/** Loads at the first call and caches the result. After a failure the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= load().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

/** Like {@link loadOnce}, for callers that may abort: the load is aborted when its last caller has. */
export function loadOnceShared<T>(
  load: (options: AbortOptions) => Promise<T>,
): (options?: AbortOptions) => Promise<T> {
  let kept: { readonly value: T } | undefined
  const shared = sharedLoad(async (options) => {
    kept = { value: await load(options) }
    return kept.value
  })
  return async (options) => (kept ? kept.value : shared(options))
}
