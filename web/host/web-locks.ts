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
 * a gate admits one waiting request at a time, and an aborted request has no other behind it. A request that can
 * share the lock at once takes it without the gate: a tab whose thread stops between the two would keep the gate, and
 * with it all other tabs from a lock that they could share. Requests of this process that wait keep their order.
 */
export function webLocks(scope: string): Locks {
  return {
    shared: (name, task, { signal } = {}) => hold({ name: `${scope}/${name}`, mode: 'shared', signal }, task),
    exclusive: (name, task, { signal } = {}) =>
      hold({ name: `${scope}/${name}`, mode: 'exclusive', signal }, task),
  }
}

/** How many requests of this process wait for a lock in turn, by its name. */
const inTurn = new Map<string, number>()

async function hold<T>(request: Hold, task: () => Promise<T>): Promise<T> {
  const { name, mode, signal } = request
  signal?.throwIfAborted()
  if (mode === 'exclusive' || inTurn.has(name)) return holdInTurn(request, task)
  const held = await navigator.locks.request(name, { mode, ifAvailable: true }, async (lock) =>
    lock && !signal?.aborted ? { result: await task() } : undefined,
  )
  return held ? held.result : holdInTurn(request, task)
}

async function holdInTurn<T>({ name, mode, signal }: Hold, task: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const leaving = signal && { signal }
  const entry = Promise.withResolvers<void>()
  const count = (change: number) => {
    const waiting = (inTurn.get(name) ?? 0) + change
    if (waiting > 0) inTurn.set(name, waiting)
    else inTurn.delete(name)
  }
  const enter = async () => {
    count(1)
    try {
      return await navigator.locks.request(`${name}/gate`, { ...leaving }, async () => {
        const held = navigator.locks.request(name, { mode, ...leaving }, () => {
          entry.resolve()
          return task()
        })
        held.catch(entry.reject)
        await entry.promise
        return { held }
      })
    } finally {
      count(-1)
    }
  }
  return (await enter()).held
}
