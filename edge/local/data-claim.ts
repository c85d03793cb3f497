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

/** Program name of the runtime. */
const RUNTIME = 'workerd'
const RECORD = 'process.json'
const LOCK = 'starter.lock'
const POLL_MS = 20
/** A killed process ends within milliseconds. One that does not cannot be ended from here. */
const MAX_END_MS = 10_000

/** The processes that use a data folder. */
interface ProcessRecord {
  readonly starter: ProcessIdentity | undefined
  readonly runtimes: readonly ProcessIdentity[]
}

/** Exclusive use of a data folder, until this process ends. */
export interface DataClaim {
  /** The claimed folder. */
  readonly folder: string
  /** Records the runtime that this process has just started, before it can change the data. */
  recordRuntime(): void
}

/**
 * Claims a data folder for this process. A starter holds a lock, which the system releases however the process
 * ends, so only one starter runs. A runtime that outlived its starter is ended first, if it is certainly the
 * recorded one. Throws an Error with a message for the user when another starter runs, or the orphan does not
 * end.
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
  return { folder, recordRuntime: () => write(childrenNamed(RUNTIME)) }
}

/** Ends the recorded process, but never a process that has reused its number. */
async function endOrphan(orphan: ProcessIdentity): Promise<void> {
  if (orphan.program !== RUNTIME) return
  for (let waitedMs = 0; isAlive(orphan); waitedMs += POLL_MS) {
    if (waitedMs === 0) process.kill(orphan.pid, 'SIGKILL')
    if (waitedMs > MAX_END_MS) throw new Error(`Cannot end process ${orphan.pid}: still running`)
    await sleep(POLL_MS)
  }
}

/** Kept open for the lifetime of this process. */
const held: DatabaseSync[] = []

/** Takes SQLite's own file lock, which the system releases even after a kill. False when another process holds it. */
function lock(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    // No journal on disk: there is nothing to undo, and a full disk has no room for one.
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
 * Writes the record atomically: a reader finds the old record or the new one. On a full disk it overwrites the
 * old record in place, because that space is already allocated. A record is smaller than any disk's allocation
 * unit.
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

/** Never truncates before it writes: another process could take the space. */
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

/** `undefined` when there is no record, or none that can be parsed. Then no process is known to be ours. */
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
