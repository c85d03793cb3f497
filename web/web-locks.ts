import type { AbortOptions } from '../src/ports/abort.ts'
import type { Locks } from '../src/ports/locks.ts'

/** {@link Locks} of the browser, seen by every tab and worker of the origin; the end of a process frees its own. */
export function webLocks(scope: string): Locks {
  const hold = async <T>(
    name: string,
    task: () => Promise<T>,
    { signal, mode }: AbortOptions & { readonly mode: LockMode },
  ): Promise<T> => {
    signal?.throwIfAborted()
    return navigator.locks.request(`${scope}/${name}`, { mode, ...(signal && { signal }) }, task)
  }
  return {
    shared: (name, task, { signal } = {}) => hold(name, task, { signal, mode: 'shared' }),
    exclusive: (name, task, { signal } = {}) => hold(name, task, { signal, mode: 'exclusive' }),
  }
}
