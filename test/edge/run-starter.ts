import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { identify, type ProcessIdentity } from '../../edge/local/process-identity.ts'

export const PROJECT = join(import.meta.dirname, '../..')
/** The runtime of the project, whatever runs the tests. */
export const NODE = join(PROJECT, 'node_modules/.bin/node')

export interface Starter {
  readonly pid: number
  /** Printed lines until `ready`, or until the end of a starter that never was. */
  readonly lines: readonly string[]
  /** The root of what it serves; empty when it ended instead. */
  readonly url: string
  /** Resolves when the process has ended, to its exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** What it has written to stderr so far. */
  complaints(): string
  kill(signal: NodeJS.Signals): void
}

export interface StarterOptions {
  readonly dataFolder: string
  readonly port?: number | string
  readonly environment?: Readonly<Record<string, string>>
  /** What to run; the built starter when absent: it loads in half the time of its sources. */
  readonly command?: readonly [string, ...string[]]
  /** When what still runs is killed: after the test when absent. */
  readonly atEnd?: AtEnd
}

/** Has a task run when something is over. */
type AtEnd = (task: () => void) => void

/** Runs a starter and waits until it is ready or has ended. What still runs at the end is killed. */
export async function runStarter({
  dataFolder,
  port = 0,
  environment = {},
  command = [NODE, 'dist/cli/tidepool.js', 'start'],
  atEnd = onTestFinished,
}: StarterOptions): Promise<Starter> {
  const [program, ...parameters] = command
  const child = spawn(program, parameters, {
    cwd: PROJECT,
    env: { ...process.env, ...environment, PORT: String(port), TIDEPOOL_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal))
  })
  let output = ''
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  atEnd(() => {
    child.kill('SIGKILL')
    endRuntimes(dataFolder)
  })
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (/^ready$/m.test(output)) resolve()
    })
    child.on('close', () => resolve())
  })
  const lines = output.split('\n').filter((line) => line !== '')
  return {
    pid: child.pid ?? 0,
    lines,
    url: /^(http:\S+)\/api\/v0$/m.exec(output)?.[1] ?? '',
    ended,
    complaints: () => complaints,
    kill: (signal) => child.kill(signal),
  }
}

/** One starter for the tests of a file or a `describe` that leave it running, and its data folder. */
export function sharedStarter(
  options: Pick<StarterOptions, 'environment'> = {},
): () => Starter & Pick<StarterOptions, 'dataFolder'> {
  const tasks: (() => void)[] = []
  const atEnd: AtEnd = (task) => tasks.unshift(task)
  let shared: (Starter & Pick<StarterOptions, 'dataFolder'>) | undefined
  beforeAll(async () => {
    const dataFolder = temporaryFolder(atEnd)
    shared = { ...(await runStarter({ ...options, dataFolder, atEnd })), dataFolder }
  })
  afterAll(() => {
    for (const task of tasks) task()
  })
  return () => {
    if (!shared) throw new Error('the starter runs in tests alone')
    return shared
  }
}

/** A data folder that is removed at the end: after the test when absent. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-test-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The runtimes that the starter of a data folder has written down. */
export function recordedRuntimes(dataFolder: string): ProcessIdentity[] {
  return recordedProcesses(dataFolder).runtimes
}

/** The starter that uses a data folder, and its runtimes. */
export function recordedProcesses(dataFolder: string): {
  readonly starter: ProcessIdentity
  readonly runtimes: ProcessIdentity[]
} {
  return JSON.parse(readFileSync(join(dataFolder, 'process.json'), 'utf8'))
}

/** True while a process of this number lives. */
export function isRunning(pid: number): boolean {
  return identify(pid) !== undefined
}

function endRuntimes(dataFolder: string): void {
  try {
    for (const { pid } of recordedRuntimes(dataFolder)) process.kill(pid, 'SIGKILL')
  } catch {
    // Nothing was written down, or nothing runs any more: both are what this is for.
  }
}
