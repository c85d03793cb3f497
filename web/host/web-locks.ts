import type { AbortOptions } from '../../src/ports/abort.ts'
import type { Locks } from '../../src/ports/locks.ts'

interface Hold extends AbortOptions {
  readonly name: string
  readonly mode: LockMode
}

/**
 * {@link Locks} shared by all tabs and workers of the origin. The browser releases the locks of a process that
 * ends.
 *
 * In Chromium, requests that wait behind an aborted one are not granted until some holder releases the lock. So
 * a gate admits one waiting request at a time, and an aborted request has no other behind it.
 */
export function webLocks(scope: string): Locks {
  return {
    shared: (name, task, { signal } = {}) => hold({ name: `${scope}/${name}`, mode: 'shared', signal }, task),
    exclusive: (name, task, { signal } = {}) =>
      hold({ name: `${scope}/${name}`, mode: 'exclusive', signal }, task),
  }
}

async function hold<T>({ name, mode, signal }: Hold, task: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const leaving = signal && { signal }
  const entry = Promise.withResolvers<void>()
  const running = navigator.locks.request(`${name}/gate`, { ...leaving }, async () => {
    const held = navigator.locks.request(name, { mode, ...leaving }, () => {
      entry.resolve()
      return task()
    })
    held.catch(entry.reject)
    await entry.promise
    return { held }
  })
  return (await running).held
}
