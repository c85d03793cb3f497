import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotUse, makeDataFolder } from './data-folder.ts'
import { childrenNamed, identify, isAlive, type ProcessIdentity } from './process-identity.ts'

/** The name of the runtime's program. */
const RUNTIME = 'workerd'
const RECORD = 'process.json'
const LOCK = 'starter.lock'
const POLL_MS = 20
/** A killed process is gone in milliseconds; one that is not cannot be helped from here. */
const LONGEST_END_MS = 10_000

/** The processes that work on one data folder. */
interface ProcessRecord {
  readonly starter: ProcessIdentity | undefined
  readonly runtimes: readonly ProcessIdentity[]
}

/** A data folder that belongs to this process until it ends. */
export interface DataClaim {
  /** Writes down the runtime that this process has just started, before it can touch the data. */
  recordRuntime(): void
}

/**
 * Takes a data folder for this process. A starter holds a lock that the system frees however it ends, so that
 * only one lives; a runtime that outlived its starter is ended first, if it is certainly that one.
 * Throws an Error, fit to be shown, when another starter lives or the orphan does not end.
 */
export async function claimDataFolder(folder: string): Promise<DataClaim> {
  makeDataFolder(folder)
  const path = join(folder, RECORD)
  const before = readRecord(path)
  const orUnusable = <T>(task: () => T): T => {
    try {
      return task()
    } catch (error) {
      throw cannotUse(folder, error)
    }
  }
  if (!orUnusable(() => lock(join(folder, LOCK)))) {
    const holder = before?.starter ? ` by process ${before.starter.pid}` : ''
    throw cannotUse(folder, `in use${holder}`)
  }
  for (const runtime of before?.runtimes ?? []) await endOrphan(runtime)

  const starter = identify(process.pid)
  const write = (runtimes: readonly ProcessIdentity[]) =>
    orUnusable(() => writeRecord(path, { starter, runtimes }))
  write([])
  return { recordRuntime: () => write(childrenNamed(RUNTIME)) }
}

/** Ends the recorded process, and never another that has its number now. */
async function endOrphan(orphan: ProcessIdentity): Promise<void> {
  if (orphan.program !== RUNTIME) return
  for (let waitedMs = 0; isAlive(orphan); waitedMs += POLL_MS) {
    if (waitedMs === 0) process.kill(orphan.pid, 'SIGKILL')
    if (waitedMs > LONGEST_END_MS) throw new Error(`Cannot end process ${orphan.pid}: still running`)
    await sleep(POLL_MS)
  }
}

/** Held open for as long as this process lives. */
const held: DatabaseSync[] = []

/** False when another process holds it. SQLite's own lock: freed by the system even after a kill. */
function lock(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    // Without a journal on disk: there is nothing to undo, and a full disk has no room for one.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message.includes('locked')) return false
    throw error
  }
  held.push(database)
  return true
}

/**
 * In one step: a reader finds the old record or the new one. On a full disk the record takes the place of the old one,
 * whose room the disk has given already; it is shorter than any disk's smallest unit of room.
 */
function writeRecord(path: string, record: ProcessRecord): void {
  const next = `${path}.next`
  const text = `${JSON.stringify(record, null, 2)}\n`
  try {
    writeFileSync(next, text)
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    if (!existsSync(path)) throw error
    overwrite(path, text)
  }
}

/** Never truncates before it writes: the room would be given to another. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+')
  try {
    const bytes = Buffer.from(text)
    writeSync(file, bytes, 0, bytes.byteLength, 0)
    ftruncateSync(file, bytes.byteLength)
  } finally {
    closeSync(file)
  }
}

/** `undefined` when there is none, or none that can be read: then nothing is known to be ours. */
function readRecord(path: string): ProcessRecord | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
  const runtimes = Array.isArray(field(parsed, 'runtimes')) ? field(parsed, 'runtimes') : []
  return {
    starter: identity(field(parsed, 'starter')),
    runtimes: (runtimes as unknown[]).map(identity).filter((found) => found !== undefined),
  }
}

function identity(value: unknown): ProcessIdentity | undefined {
  const [pid, startedAt, program] = [field(value, 'pid'), field(value, 'startedAt'), field(value, 'program')]
  if (!Number.isSafeInteger(pid) || Number(pid) <= 1) return undefined
  if (typeof startedAt !== 'string' || typeof program !== 'string') return undefined
  return { pid: Number(pid), startedAt, program }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
