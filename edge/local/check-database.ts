import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDamage } from '../damage.ts'
import type { StorageFolders } from './data-folder.ts'

/** The start waits no longer for the object: a large database may open slowly, and is then served later. */
const MAX_ASK_MS = 60_000
/** The runtime writes an error before it answers, but this process may read it later. */
const MAX_REPORT_MS = 2_000
const POLL_MS = 20
/** The database of the node, which is named by the id of its object. */
const NODE_DATABASE = /^[0-9a-f]{64}\.sqlite$/
const WITHOUT_BACKUP =
  '. Without a backup, copy the data folder, move this file away, start, and call repo/fsck: it finds the blocks of packs again, but small blocks, pins, files, names, keys and the calendar are lost'
/** SQLite's codes for a damaged file, and for one that is no database. */
const DAMAGE_CODES: readonly unknown[] = [11, 26]

/**
 * Resolves to false when the object of a node does not answer its first request, and the runtime has reported a
 * damaged database in its output, which nothing has read yet. A node that does not answer for another reason, such as
 * a full disk, may do so later.
 */
export async function isDatabaseUsable(origin: string, output: Readable): Promise<boolean> {
  if ((await statusOf(origin)) !== 503) return true
  for (let waitedMs = 0; waitedMs < MAX_REPORT_MS; waitedMs += POLL_MS) {
    const text: Buffer | null = output.read()
    if (text) output.unshift(text)
    if (text && isDamage(text)) return false
    await sleep(POLL_MS)
  }
  return true
}

/** The error for a data folder with a damaged database, for the user. Call it when no runtime uses the folder. */
export function damagedDatabase(folders: StorageFolders, cause?: unknown): Error {
  const ofNode = databasesBelow(folders.durableObjectsPersist).find((path) =>
    NODE_DATABASE.test(basename(path)),
  )
  // Where all can be opened, only the node has read the damaged pages.
  const path = Object.values(folders).flatMap(databasesBelow).find(cannotOpen) ?? ofNode
  return new Error(
    `Cannot open database "${path}": its file is damaged, and is left as it is. Restore a backup into a new data folder (TIDEPOOL_DATA)${path === ofNode ? WITHOUT_BACKUP : ''}`,
    { cause },
  )
}

/** Undefined without an answer. `OPTIONS` reaches the object from the front, and is no command that is counted. */
async function statusOf(origin: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${origin}/`, { method: 'OPTIONS', signal: AbortSignal.timeout(MAX_ASK_MS) })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

function databasesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.sqlite')).map((name) => join(folder, name))
}

function cannotOpen(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
      return false
    } finally {
      database.close()
    }
  } catch (error) {
    return error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(error.errcode)
  }
}
