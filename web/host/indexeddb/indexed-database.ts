import type { Activity } from '../../../src/diagnostics/activity.ts'
import { DomainError } from '../../../src/errors.ts'
import { groupedReads, type ReadValue } from './grouped-reads.ts'

export interface OpenDatabaseOptions {
  /** Counts each transaction as a storage operation. */
  readonly activity: Activity
  /** 1 when absent. */
  readonly version?: number
  /** Makes the object stores that were not there in version `from`, 0 for a database that is new. */
  readonly upgrade?: (database: IDBDatabase, from: number) => void
  /** Called once the connection is of no more use: another process upgrades or deletes the database, or the user clears it. */
  readonly onClosed?: (() => void) | undefined
}

export interface TransactOptions {
  readonly stores: string | readonly string[]
  readonly mode: IDBTransactionMode
  readonly signal?: AbortSignal | undefined
}

export interface IndexedDatabase {
  /**
   * Runs `work` in one transaction and resolves once it is complete. When `work` throws or the signal aborts,
   * nothing of it is kept. Durability is relaxed: what is complete survives the end of the process, not a power
   * loss. `work` awaits nothing but requests of its transaction: IndexedDB commits when none is pending.
   *
   * Throws `no-space` when the browser grants no more space, `unavailable` when the connection has been closed.
   */
  transact<T>(options: TransactOptions, work: (transaction: IDBTransaction) => Promise<T>): Promise<T>
  /** Reads of single values of an object store. Those that come together share a transaction, other stores' too. */
  reader<T>(store: string): ReadValue<T>
}

/**
 * Opens an IndexedDB database. The connection gives way when another process wants to upgrade or
 * delete the database, which would otherwise hang until every tab is closed. Throws `unavailable`.
 */
export async function openDatabase(name: string, options: OpenDatabaseOptions): Promise<IndexedDatabase> {
  const database = await connect(name, options)
  const transact: IndexedDatabase['transact'] = async (transaction, work) => {
    transaction.signal?.throwIfAborted()
    const done = options.activity.enter('storage-operations')
    try {
      return await run(database, transaction, work)
    } finally {
      done()
    }
  }
  return { transact, reader: groupedReads((stores, work) => transact({ stores, mode: 'readonly' }, work)) }
}

async function connect(
  name: string,
  { version = 1, upgrade, onClosed }: OpenDatabaseOptions,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = ({ oldVersion }) => upgrade?.(request.result, oldVersion)
  try {
    const database = await answer(request)
    database.onversionchange = () => {
      database.close()
      onClosed?.()
    }
    database.onclose = () => onClosed?.()
    return database
  } catch (cause) {
    const message = `Cannot open browser storage "${name}": the browser refuses it; allow site data for this address`
    throw new DomainError('unavailable', message, { cause })
  }
}

/** Resolves with the result of one request. For use inside {@link IndexedDatabase.transact}. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

async function run<T>(
  database: IDBDatabase,
  { stores, mode, signal }: TransactOptions,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = begin(database, stores, mode)
  const done = completion(transaction)
  const abort = () => abandon(transaction)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const [result] = await Promise.all([work(transaction), done])
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
    throw new DomainError(
      'unavailable',
      'Cannot reach browser storage: it was closed by an upgrade or cleared; reload the page',
      { cause },
    )
  }
}

function completion(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.oncomplete = () => resolve()
  transaction.onabort = () => reject(transaction.error)
  return promise
}

function abandon(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It had ended already: that is what abandoning wants.
  }
}

/** The name of this error is lost in some engines, its text never. */
function storageError(error: unknown): unknown {
  if (!String(error).includes('QuotaExceededError')) return error
  return new DomainError(
    'no-space',
    'Cannot store: no space left on device: the browser grants this site no more',
    { cause: error },
  )
}

/** What a read of a large value ends in when the file is gone in which the browser keeps it. */
const LOST_VALUE: readonly string[] = ['NotReadableError', 'NotFoundError', 'DataError']

/** `undefined` for a value whose file the browser has lost or changed. */
export async function readable<T>(value: Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await value
  } catch (error) {
    if (error instanceof DOMException && LOST_VALUE.includes(error.name)) return undefined
    throw error
  }
}
