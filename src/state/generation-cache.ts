import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'

/**
 * Caches the result of `load` until the Datastore changes. Other processes share the Datastore, so the
 * generation is read on every call. It is read before `load` runs, so that a concurrent change invalidates the
 * result.
 */
export function generationCache<T>(
  datastore: Pick<Datastore, 'generation'>,
  load: (options: AbortOptions) => Promise<T>,
): (options?: AbortOptions) => Promise<T> {
  let kept: { readonly generation: number; readonly value: T } | undefined

  return async (options = {}) => {
    const generation = await datastore.generation(options)
    if (kept?.generation === generation) return kept.value
    const value = await load(options)
    kept = { generation, value }
    return value
  }
}
