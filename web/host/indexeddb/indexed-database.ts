import type { Activity } from '../../../src/diagnostics/activity.ts'
import { DomainError } from '../../../src/errors.ts'
import { untilAborted } from '../../../src/streams/until-aborted.ts'
import { quotaError } from '../quota-error.ts'
import { groupedReads, type ReadValue } from './grouped-reads.ts'
import { openError, withinOpenLimit } from './open-limit.ts'

export interface OpenDatabaseOptions {
  /** Counts each transaction as a storage operation. */
  readonly activity: Activity
  /** Default: 1. */
  readonly version?: number
  /** Creates the object stores that version `from` did not have. `from` is 0 for a new database. */
  readonly upgrade?: (database: IDBDatabase, from: number) => void
  /**
   * Called when the connection has become unusable: another process upgrades or deletes the database, or the
   * user clears it.
   */
  readonly onClosed?: (() => void) | undefined
  /** How long the opening may wait for another tab. Default: 30 seconds. */
  readonly openLimitMs?: number | undefined
}

export interface TransactOptions {
  readonly stores: string | readonly string[]
  readonly mode: IDBTransactionMode
  readonly signal?: AbortSignal | undefined
}

export interface IndexedDatabase {
  /**
   * Runs `work` in one transaction and resolves once it is complete. If `work` throws or the signal aborts,
   * nothing is changed. Durability is relaxed: completed changes survive the end of the process, but not a
   * power loss. `work` must await only requests of its transaction, because IndexedDB commits when none is
   * pending.
   *
   * Throws `no-space` when the browser grants no more space, `unavailable` when the connection was closed, also while
   * the transaction runs, or the browser cannot reach its storage.
   */
  transact<T>(options: TransactOptions, work: (transaction: IDBTransaction) => Promise<T>): Promise<T>
  /** Creates a reader of single values in an object store. Concurrent reads share a transaction, also across stores. */
  reader<T>(store: string): ReadValue<T>
}

/**
 * Opens an IndexedDB database. The connection closes itself when another process wants to upgrade or delete the
 * database, which would otherwise hang until every tab is closed. Throws `unavailable`, also when another tab that has
 * stopped holds up the opening.
 */
export async function openDatabase(name: string, options: OpenDatabaseOptions): Promise<IndexedDatabase> {
  const { database, closed } = await connect(name, options)
  const transact: IndexedDatabase['transact'] = async (transaction, work) => {
    transaction.signal?.throwIfAborted()
    const done = options.activity.enter('storage-operations')
    try {
      return await run({ ...transaction, database, closed }, work)
    } finally {
      done()
    }
  }
  const reader = groupedReads({
    transact: (stores, work) => transact({ stores, mode: 'readonly' }, work),
    errorOf: storageError,
  })
  return { transact, reader }
}

interface Connection {
  readonly database: IDBDatabase
  /** Aborts when the browser has closed the connection, as when the user clears the storage. */
  readonly closed: AbortSignal
}

async function connect(
  name: string,
  { version = 1, upgrade, onClosed, openLimitMs: limitMs }: OpenDatabaseOptions,
): Promise<Connection> {
  try {
    // Throws at once in a frame without an origin.
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = ({ oldVersion }) => upgrade?.(request.result, oldVersion)
    const opening = { action: 'open', name, limitMs, onLate: (late: IDBDatabase) => late.close() } as const
    const database = await withinOpenLimit(resultOf(request), opening)
    const closed = new AbortController()
    database.onversionchange = () => {
      database.close()
      onClosed?.()
    }
    database.onclose = () => {
      closed.abort(storageClosed())
      onClosed?.()
    }
    return { database, closed: closed.signal }
  } catch (cause) {
    throw openError(name, cause)
  }
}

/** Resolves to the result of one request. For use inside {@link IndexedDatabase.transact}. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

async function run<T>(
  { database, closed, stores, mode, signal }: Connection & TransactOptions,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = begin(database, stores, mode)
  const done = completion(transaction)
  const abort = () => abandon(transaction)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    // Chromium ends the transactions of a connection that it closes with no event of theirs.
    const [result] = await untilAborted(Promise.all([work(transaction), done]), { signal: closed })
    return result
  } catch (error) {
    abandon(transaction)
    signal?.throwIfAborted()
    throw storageError(transaction.error ?? error)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

function begin(database: IDBDatabase, stores: string | readonly string[], mode: IDBTransactionMode) {
  try {
    return database.transaction(stores, mode, { durability: 'relaxed' })
  } catch (cause) {
    throw storageClosed(cause)
  }
}

function storageClosed(cause?: unknown): DomainError {
  const message =
    'Cannot reach browser storage: it was cleared, damaged, or closed by an upgrade; repeat the call, or reload the page'
  return new DomainError('unavailable', message, { cause })
}

function completion(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.oncomplete = () => resolve()
  // Without an error, the browser has ended the transaction of a connection that it closes.
  transaction.onabort = () => reject(transaction.error ?? storageClosed())
  return promise
}

function abandon(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction had ended already, so there is nothing to abort.
  }
}

/** Names of the errors of transactions whose connection was closed, or whose storage the browser cannot reach. */
const UNREACHABLE: readonly string[] = ['AbortError', 'InvalidStateError', 'UnknownError']

/**
 * Converts a quota error to `no-space`, and to `unavailable` those of a browser that has no Blobs in its databases, or
 * cannot reach its storage.
 */
function storageError(error: unknown): unknown {
  if (String(error).includes('Error preparing Blob')) {
    const message =
      'Cannot store: this browser stores no files here, as in a private window; open the page in an ordinary one'
    return new DomainError('unavailable', message, { cause: error })
  }
  const full = quotaError(error)
  if (full) return full
  return error instanceof DOMException && UNREACHABLE.includes(error.name) ? storageClosed(error) : error
}

/** Names of the errors of a read whose value's file the browser has lost. */
const LOST_VALUE: readonly string[] = ['NotReadableError', 'NotFoundError', 'DataError']

/** Resolves to `undefined` for a value whose file the browser has lost or changed. */
export async function readable<T>(value: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await value
  } catch (error) {
    if (error instanceof DOMException && LOST_VALUE.includes(error.name)) return undefined
    throw error
  }
}
