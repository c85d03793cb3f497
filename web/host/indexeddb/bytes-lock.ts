import { DomainError } from '../../../src/errors.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Locks } from '../../../src/ports/locks.ts'
import { abortWith } from '../../../src/streams/abort-with.ts'

/** Limit for a removal. Writers that come later wait behind it. */
const EXCLUSIVE_WAIT_MS = 10_000
/** Limit for a writer, which may wait for a removal that waits itself, and for one that runs. */
const SHARED_WAIT_MS = 30_000

export interface BytesLockOptions {
  readonly locks: Locks
  readonly clock: Pick<Clock, 'sleep'>
}

/**
 * The lock of all processes that share a storage, which separates writers of bytes from removals. A tab whose main
 * thread stops while it holds the lock, as in an open `alert()`, releases it no earlier than it continues. So a request
 * waits for a limited time, and then throws `unavailable` and leaves the queue.
 */
export function bytesLock({ locks, clock }: BytesLockOptions): PackLock {
  const within =
    (take: Locks['shared'], maxMs: number): PackLock['shared'] =>
    async (task, { signal }: AbortOptions = {}) => {
      const leaving = new AbortController()
      const granted = new AbortController()
      const unlink = abortWith(signal, leaving)
      clock.sleep(maxMs, { signal: granted.signal }).then(
        () => leaving.abort(heldTooLong()),
        () => undefined,
      )
      const begin = () => {
        granted.abort()
        return task()
      }
      try {
        return await take('bytes', begin, { signal: leaving.signal })
      } finally {
        granted.abort()
        unlink()
      }
    }
  return {
    shared: within(locks.shared, SHARED_WAIT_MS),
    exclusive: within(locks.exclusive, EXCLUSIVE_WAIT_MS),
  }
}

function heldTooLong(): DomainError {
  const message =
    'Cannot change browser storage: another tab of this site is changing it, and has stopped; close that tab, or its dialog'
  return new DomainError('unavailable', message)
}
