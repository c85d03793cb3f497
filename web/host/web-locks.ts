import type { AbortOptions } from '../../src/ports/abort.ts'
import type { Locks } from '../../src/ports/locks.ts'

interface Hold extends AbortOptions {
  readonly name: string
  readonly mode: LockMode
}

/**
 * {@link Locks} of the browser, seen by every tab and worker of the origin; the end of a process frees its own.
 *
 * Chromium leaves those who wait behind an aborted request asleep until some holder ends. So one at a time
 * passes a gate and waits for the lock alone: whoever leaves then, leaves nobody behind.
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
