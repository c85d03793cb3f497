import { DomainError, isDomainError } from '../../../src/errors.ts'

/**
 * A tab closes its connection at once when another process upgrades or deletes a database, unless its main thread has
 * stopped, as in an open `alert()`. Until it continues, the browser neither opens nor deletes the database.
 */
const LIMIT_MS = 30_000

export interface OpenLimitOptions<T> {
  readonly action: 'open' | 'delete'
  /** Name of the database. */
  readonly name: string
  /** Default: 30 seconds. */
  readonly limitMs?: number | undefined
  /** Called with a result that arrives after the limit. */
  readonly onLate?: (result: T) => void
}

/** Waits for a database to be opened or deleted. Throws `unavailable` after the limit. */
export async function withinOpenLimit<T>(
  result: Promise<T>,
  { action, name, limitMs = LIMIT_MS, onLate = () => undefined }: OpenLimitOptions<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    result.then(onLate, () => undefined)
    const message = `Cannot ${action} browser storage "${name}": another tab of this site keeps it open, and has stopped; close that tab, or its dialog`
    late.reject(new DomainError('unavailable', message))
  }, limitMs)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The `unavailable` error for a database that cannot be opened. */
export function openError(name: string, cause: unknown): DomainError {
  if (isDomainError(cause)) return cause
  const isNewer = String(cause).includes('VersionError')
  const reason = isNewer
    ? 'a newer version of this page has changed it; reload the page'
    : 'the browser refuses it; allow site data for this address'
  return new DomainError('unavailable', `Cannot open browser storage "${name}": ${reason}`, { cause })
}
