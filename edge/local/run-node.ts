import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { Miniflare, MiniflareOptions } from 'miniflare'
import { isDamage } from '../damage.ts'
import { adjustBallast, isDiskFull } from './ballast.ts'
import { damagedDatabase, isDatabaseUsable } from './check-database.ts'
import { checkListening } from './check-listening.ts'
import { compact } from './compact.ts'
import type { DataClaim } from './data-claim.ts'
import { packsFolder, storageFolders } from './data-folder.ts'
import { diskReport } from './disk-report.ts'
import { guardSimulator } from './guard-simulator.ts'
import { removePartialFiles } from './partial-files.ts'
import { publicNetwork } from './public-network.ts'
import { quietErrors } from './quiet-errors.ts'
import { releaseMemory } from './release-memory.ts'
import { tuneRuntime } from './tune-runtime.ts'
import { nodeUrl, type SingleWorker } from './worker-options.ts'

const require = createRequire(import.meta.url)
/**
 * Found before anything is changed, and loaded once all else is in order: a third of a start. It is no ES module, and
 * an import would read and parse it twice more.
 */
const SIMULATOR = require.resolve('miniflare')

/** Output of the runtime that is held until the node has answered once. */
const MAX_HELD_BYTES = 1024 * 1024
/** What is being answered when `shutdown` is called has this long to end. */
const END_AFTER_MS = 500
/** The paths that are printed for the user. */
const ADDRESSES = ['/api/v0', '/ipfs/', '/cal/events/v1/', '/']

/**
 * Runs a Worker, or the Workers that `arrange` makes of it, with its storage in the claimed folder, until this
 * process gets a signal to end, or the node is shut down. Prints one line for each address, then `ready`. Resolves to
 * the origin. Throws an Error with a message for the user when the port is in use, a database is damaged, or the disk
 * is full.
 */
export async function runNode(
  claim: DataClaim,
  worker: SingleWorker,
  arrange: (worker: SingleWorker) => MiniflareOptions = (alone) => alone,
): Promise<string> {
  await checkListening(worker.unsafeDirectSockets?.[0] ?? worker)
  const output = new PassThrough({ highWaterMark: MAX_HELD_BYTES })
  const dataFolder = claim.folder
  const folders = storageFolders(dataFolder)
  adjustBallast(dataFolder)
  const packs = packsFolder(dataFolder)
  removePartialFiles(packs)
  const diskKey = randomBytes(32).toString('hex')
  useOwnTemporaryFolder()
  const options = arrange({
    ...worker,
    bindings: { ...worker.bindings, DISK_KEY: diskKey, DATA_FOLDER: dataFolder },
    serviceBindings: {
      DISK: () => diskReport(folders),
      STARTER: () => {
        setTimeout(() => process.kill(process.pid, 'SIGTERM'), END_AFTER_MS)
        return new Response(null, { status: 202 })
      },
      PACKS: { disk: { path: packs, writable: true } },
      PUBLIC_NETWORK: publicNetwork(),
    },
  })
  guardSimulator(diskKey)
  tuneRuntime()
  const simulator: typeof import('miniflare') = require(SIMULATOR)
  const runtime = new simulator.Miniflare({
    ...options,
    ...folders,
    // Called for each runtime as soon as its process exists, before it opens any storage.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      claim.recordRuntime()
      for (const stream of [stdout, stderr]) stream.pipe(output, { end: false })
    },
  })
  const isEnding = endOnSignals(runtime, () => compact(folders))
  const { origin } = await nodeUrl(runtime, options).catch(async (error: unknown) => {
    if (isEnding()) return untilExit()
    if (isDamage(error)) throw damagedDatabase(folders, error)
    throw isDiskFull(dataFolder) ? diskFull(dataFolder, error) : error
  })
  if (!(await isDatabaseUsable(origin, output))) {
    await runtime.dispose()
    throw damagedDatabase(folders)
  }
  // Its failing answers tell nothing then.
  if (isEnding()) return untilExit()
  output.pipe(quietErrors()).pipe(process.stderr)
  process.stdout.write(`${ADDRESSES.map((path) => origin + path).join('\n')}\nready\n`)
  await releaseMemory()
  return origin
}

/** The simulator removes its temporary files too, but not before this process exits. */
function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-'))
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/**
 * Replaces miniflare's signal listeners, which exit at once with an error code. These wait until the runtime
 * has ended, then run `atEnd`, and say once that the node stops. The result says whether a signal has come.
 */
function endOnSignals(runtime: Miniflare, atEnd: () => void): () => boolean {
  let isEnding = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (!isEnding) sayStopping()
      isEnding = true
      const end = async () => {
        await runtime.dispose()
        atEnd()
      }
      end().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  return () => isEnding
}

/** The end takes some seconds, of which a person at the terminal sees nothing else. */
function sayStopping(): void {
  // A reader that has left, as `head` does, must not keep the node from ending cleanly.
  process.stderr.on('error', () => undefined).write('Stopping\n')
}

/** Never resolves: the listener of the signal ends the process. */
function untilExit(): Promise<never> {
  return new Promise(() => {})
}

function diskFull(dataFolder: string, cause: unknown): Error {
  return new Error(`Cannot start: no space left on the disk of data folder "${dataFolder}"`, { cause })
}
