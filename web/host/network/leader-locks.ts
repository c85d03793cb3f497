import { DomainError } from '../../../src/errors.ts'

/** Names of the locks and channels of all processes over one storage. */
export const electionLock = (scope: string): string => `${scope}/network/election`
export const leaderName = (scope: string, leader: string): string => `${scope}/network/leader/${leader}`
export const callerName = (scope: string, caller: string): string => `${scope}/network/caller/${caller}`
/** A channel on which each new leader announces itself. */
export const electionsChannel = (scope: string): string => `${scope}/network/elections`

/** How long the leader may take to appear or to answer: it may be a tab that the browser has slowed down. */
const ANSWER_LIMIT_MS = 10_000

/**
 * Holds a lock until `signal` aborts, or this process ends. Resolves when the lock is held. Other processes learn of
 * the end by waiting for the lock.
 */
export async function holdLock(name: string, signal: AbortSignal): Promise<void> {
  const held = Promise.withResolvers<void>()
  navigator.locks
    .request(name, () => {
      held.resolve()
      return aborted(signal)
    })
    .catch(held.reject)
  await held.promise
}

/** Calls `onFree` when the holder of a lock has ended, unless `signal` aborts before. */
export function watchLock(name: string, onFree: () => void, signal: AbortSignal): void {
  navigator.locks.request(name, { mode: 'shared', signal }, async () => onFree()).catch(() => undefined)
}

/** True while a process waits for a lock. */
export async function isWaitedFor(lock: string): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some(({ name }) => name === lock)
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Resolves to `awaited`. Throws `unavailable` when the leader takes longer than it may. */
export async function withinLimit<T>(awaited: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(
      new DomainError('unavailable', 'Cannot reach the tab that is connected to peers: it does not answer'),
    )
  }, ANSWER_LIMIT_MS)
  try {
    return await Promise.race([awaited, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
