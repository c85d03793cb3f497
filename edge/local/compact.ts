import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StorageFolders } from './data-folder.ts'

/** A smaller gain does not justify copying a database. */
const WORTH_BYTES = 1024 * 1024
const WORTH_SHARE = 1 / 20
/** Copying this much takes some seconds. Larger databases keep their free pages, which new rows reuse. */
const MAX_COPIED_BYTES = 1024 * 1024 * 1024
/** Free space that is needed, in copies: one goes to the journal, and then to the file. */
const COPIES = 3

/** Large blocks that have a place in a pack: their rows hold second copies for reading. */
const DROP_SECOND_COPIES = 'UPDATE blocks SET bytes = NULL WHERE object = 1 AND bytes IS NOT NULL'

/**
 * Releases disk space that removed data still uses: free pages of databases, their journals, second copies of
 * blocks, and files of the bucket that no row names. Call it while no runtime uses the folders. A killed
 * process leaves every database intact. A database that cannot be written is skipped.
 *
 * Do not call it at start: after a long time on disk a pack may be corrupt, and the second copy in a row then
 * repairs it.
 */
export function compact({ durableObjectsPersist: objects, r2Persist: buckets }: StorageFolders): void {
  for (const path of [...filesBelow(objects), ...filesBelow(buckets)]) {
    if (path.endsWith('.sqlite')) ignoreErrors(() => compactDatabase(path))
  }
  ignoreErrors(() => removeUnnamedFiles(buckets))
}

/** Ignores full disks and damaged files: the runtime reports them when it opens them. */
function ignoreErrors(task: () => void): void {
  try {
    task()
  } catch {
    // Space that was not released remains for the next time.
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
    if (isWorth && usedBytes <= MAX_COPIED_BYTES && bavail * bsize >= usedBytes * COPIES) {
      database.exec('VACUUM')
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  })
}

/**
 * Removes files that no row of the bucket names. The simulator removes the row of an object first, so a killed
 * one leaves the file.
 */
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
  // Without the bucket's rows, every file would look unnamed.
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
