import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../check/run-tool.ts'
import { proportionalBytes } from '../load/proportional-bytes.ts'
import { type Api, connect } from './client.ts'

/** How one kind of node is started. It prints the address of its API, then `ready`. */
export interface DaemonKind {
  readonly name: string
  readonly command: readonly string[]
  environment(dataFolder: string): Readonly<Record<string, string>>
}

export interface Daemon {
  readonly name: string
  readonly api: Api
  /** Resident bytes of its process and all below it; `undefined` for a node that somebody else has started. */
  residentBytes(): number | undefined
  /** Ends it, if it was started here; its data folder stays. */
  stop(): Promise<void>
}

/** A node that was started here, so that its processes are known. */
export interface StartedDaemon extends Daemon {
  residentBytes(): number
  /** The same, with what processes share divided among them. */
  proportionalBytes(): number
}

const READY_WITHIN_MS = 60_000
const END_WITHIN_MS = 10_000

/** What `npm start` runs, without the build before it. */
export const TIDEPOOL: DaemonKind = {
  name: 'tidepool',
  command: ['edge/local/start.ts'],
  environment: (dataFolder) => ({
    PORT: '0',
    TIDEPOOL_DATA: dataFolder,
    MALLOC_TRIM_THRESHOLD_: '131072',
  }),
}

/** The subject in the table for a node at `BENCH_PEER_API`. */
export const NATIVE = 'native'

export const JS_IPFS: DaemonKind = {
  name: 'js-ipfs',
  command: ['test/peers/js-ipfs-daemon.js'],
  environment: (dataFolder) => ({ IPFS_PATH: dataFolder }),
}

/**
 * A node that somebody else has started, such as the native server: its API is all that is known of it, so that rows
 * about its start and its memory are without it.
 */
export function attachDaemon(apiUrl: string): Daemon {
  const api = connect(apiUrl)
  return {
    name: NATIVE,
    api,
    residentBytes: () => undefined,
    stop: async () => api.close(),
  }
}

export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tidepool-bench-'))
}

export function removeDataFolder(dataFolder: string): void {
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts a node and waits until it answers a call. Throws when it ends before. */
export async function startDaemon(kind: DaemonKind, dataFolder: string): Promise<StartedDaemon> {
  const child = spawn(process.execPath, kind.command, {
    cwd: root,
    env: { ...process.env, ...kind.environment(dataFolder) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  try {
    const api = connect(await readAddress(child))
    await api.post('version')
    return {
      name: kind.name,
      api,
      residentBytes: () => residentBytes(child.pid ?? 0),
      proportionalBytes: () => proportionalBytes(child.pid ?? 0),
      async stop() {
        api.close()
        child.kill('SIGTERM')
        const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
        await ended
        clearTimeout(late)
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function readAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  let complaints = ''
  const late = setTimeout(() => reject(new Error('not ready in time')), READY_WITHIN_MS)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = `${complaints}${text}`.slice(-2000)
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-2000)
    const address = /^(http:\S+\/api\/v0)$/m.exec(output)?.[1]
    if (address !== undefined && /^ready$/m.test(output)) resolve(address)
  })
  child.on('exit', () => reject(new Error(`ended before it was ready: ${complaints.trim().slice(-200)}`)))
  return promise.finally(() => clearTimeout(late))
}

function residentBytes(pid: number): number {
  const parents = new Map<number, number>()
  const sizes = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
      sizes.set(Number(name), Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024)
    } catch {
      // It ended between the list and the look.
    }
  }
  const isBelow = (process: number): boolean => {
    const parent = parents.get(process)
    return process === pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...sizes].reduce((sum, [process, size]) => sum + (isBelow(process) ? size : 0), 0)
}
