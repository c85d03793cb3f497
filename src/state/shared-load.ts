import type { AbortOptions } from '../ports/abort.ts'

interface Loading<T> {
  readonly value: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/**
 * Shares one load among all concurrent callers. A caller that aborts does not affect the others. The load is
 * aborted when the last caller has aborted. The result is not cached.
 */
export function sharedLoad<T>(
  load: (options: AbortOptions) => Promise<T>,
): (options?: AbortOptions) => Promise<T> {
  let current: Loading<T> | undefined

  const begin = (): Loading<T> => {
    const controller = new AbortController()
    const loading = { controller, waiting: 0, value: load({ signal: controller.signal }) }
    const forget = () => {
      if (current === loading) current = undefined
    }
    loading.value.then(forget, forget)
    return loading
  }

  return async ({ signal } = {}) => {
    signal?.throwIfAborted()
    current ??= begin()
    const loading = current
    const gone = Promise.withResolvers<never>()
    const leave = () => gone.reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    loading.waiting += 1
    try {
      return await Promise.race([loading.value, gone.promise])
    } finally {
      signal?.removeEventListener('abort', leave)
      loading.waiting -= 1
      if (loading.waiting === 0) {
        if (current === loading) current = undefined
        loading.controller.abort(signal?.reason)
      }
    }
  }
}
