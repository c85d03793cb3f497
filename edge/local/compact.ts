import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StorageFolders } from './data-folder.ts'

/** Less than this is not worth a copy of a database. */
const WORTH_BYTES = 1024 * 1024
const WORTH_SHARE = 1 / 20
/** A copy of so much takes some seconds; a database with more keeps its free pages, which new rows use again. */
const MOST_COPIED_BYTES = 1024 * 1024 * 1024
/** A copy is written to the journal first, and then to its place. */
const COPIES = 3

/** Large blocks that have a place in a pack: their bytes were kept in rows for reading. */
const DROP_SECOND_COPIES = 'UPDATE blocks SET bytes = NULL WHERE object = 1 AND bytes IS NOT NULL'

/**
 * Gives back the disk space that removed data has left: free pages of the databases, their journals, second copies of
 * blocks, and files of the bucket that no row names. Call it while no runtime works on the folders. A process that is
 * killed meanwhile leaves every database as it was; one that cannot be written is left as it is.
 *
 * Not for a start: a folder that lay about may have rotted, and the second copy in a row then heals the one in the pack.
 */
export function compact({ durableObjectsPersist: objects, r2Persist: buckets }: StorageFolders): void {
  for (const path of [...filesBelow(objects), ...filesBelow(buckets)]) {
    if (path.endsWith('.sqlite')) attempt(() => compactDatabase(path))
  }
  attempt(() => removeUnnamedFiles(buckets))
}

/** Full disks, damaged files: the runtime says what is wrong when it opens them. */
function attempt(task: () => void): void {
  try {
    task()
  } catch {
    // What could not be given back stays for the next time.
  }
}

function compactDatabase(path: string): void {
  withDatabase(path, (database) => {
    if (hasTable(database, 'blocks')) database.exec(DROP_SECOND_COPIES)
    const pageBytes = pragma(database, 'page_size')
    const freeBytes = pragma(database, 'freelist_count') * pageBytes
    const usedBytes = pragma(database, 'page_count') * pageBytes - freeBytes
    const isWorth = freeBytes >= WORTH_BYTES && freeBytes >= usedBytes * WORTH_SHARE
    const { bavail, bsize } = statfsSync(dirname(path))
    if (isWorth && usedBytes <= MOST_COPIED_BYTES && bavail * bsize >= usedBytes * COPIES) {
      database.exec('VACUUM')
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  })
}

/** The simulator removes the file of an object after its row: a killed one leaves the file. */
function removeUnnamedFiles(folder: string): void {
  const paths = filesBelow(folder)
  const named = new Set<string>()
  let isKnown = false
  for (const path of paths.filter((each) => each.endsWith('.sqlite'))) {
    withDatabase(path, (database) => {
      for (const table of ['_mf_objects', '_mf_multipart_parts'].filter((name) => hasTable(database, name))) {
        const rows = database.prepare(`SELECT blob_id AS id FROM ${table}`).all()
        for (const { id } of rows) named.add(String(id))
        isKnown = true
      }
    })
  }
  // Without the rows of the bucket, every file would look unnamed.
  if (!isKnown) return
  for (const path of paths) {
    if (basename(dirname(path)) === 'blobs' && !named.has(basename(path))) rmSync(path)
  }
}

function withDatabase(path: string, task: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path)
  try {
    task(database)
  } finally {
    database.close()
  }
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
  )
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}
