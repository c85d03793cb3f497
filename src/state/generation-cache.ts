import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'

/**
 * Keeps what `load` gave for as long as nobody changes the Datastore. Other processes share it, so the
 * generation is asked for on every call; it is read before `load` runs, so that a change meanwhile shows.
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
