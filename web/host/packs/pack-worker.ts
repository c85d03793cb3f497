import { createByteBudget } from '../../../src/blocks/byte-budget.ts'
import { DomainError } from '../../../src/errors.ts'
import { PACK_BYTES } from '../../../src/packs/pack-file.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { PackRange } from '../../../src/ports/pack-files.ts'
import { quotaError } from '../quota-error.ts'
import { fileName } from './pack-numbers.ts'
import { type PackReply, type PackTask, packWorkerScript } from './pack-worker-script.ts'

/** Room for the table of most packs, so that one buffer fits the next pack too. */
const BUFFER_BYTES = PACK_BYTES + 64 * 1024

/** Bytes that are copied for the worker and not written yet. */
const MAX_BYTES_IN_FLIGHT = 3 * BUFFER_BYTES

/** A worker that has had nothing to do for this long ends, and releases its buffers. The next task starts another. */
const IDLE_MS = 5_000

/** Writes and reads files in one folder of the origin private file system, by synchronous handles in a worker. */
export interface PackWorker {
  /** Starts the thread, if it has ended, for a task that comes soon. */
  wake(): void
  /**
   * Writes a new file, given as consecutive parts. Resolves to false, without a change, when there already is
   * one. Throws `no-space`, and `unavailable` when the worker has failed.
   */
  write(pack: number, parts: readonly Uint8Array[], options?: AbortOptions): Promise<boolean>
  /** Reads a range. `undefined` when the file cannot be opened now: it is absent, or in use by another tab. */
  read(range: PackRange): Promise<Uint8Array | undefined>
}

export interface PackWorkerOptions {
  /** How long a worker without tasks stays. */
  readonly idleMs?: number
}

/** Starts the worker of a folder. Rejects in a browser that cannot write files in this way. */
export async function startPackWorker(
  folder: readonly string[],
  { idleMs = IDLE_MS }: PackWorkerOptions = {},
): Promise<PackWorker> {
  const budget = createByteBudget(MAX_BYTES_IN_FLIGHT)
  let thread: Promise<PackThread> | undefined
  let spare: ArrayBuffer[] = []
  let idle: ReturnType<typeof setTimeout> | undefined
  let running = 0

  const started = () => {
    thread ??= startThread(folder).catch((error: unknown) => {
      thread = undefined
      throw error
    })
    return thread
  }
  const rest = () => {
    void thread?.then(({ end }) => end())
    thread = undefined
    spare = []
  }
  const restLater = () => {
    clearTimeout(idle)
    if (running === 0) idle = setTimeout(rest, idleMs)
  }
  const ask = async (task: PackTask, transfer: ArrayBuffer[] = []) => {
    clearTimeout(idle)
    running += 1
    try {
      return await (await started()).ask(task, transfer)
    } finally {
      running -= 1
      restLater()
    }
  }
  /** Memory that was used before costs a fraction of new memory, so buffers are kept while packs are written. */
  const takeBuffer = (sizeBytes: number) => {
    const fits = spare.findIndex(({ byteLength }) => byteLength >= sizeBytes)
    const [buffer] = fits < 0 ? [] : spare.splice(fits, 1)
    return (
      buffer ?? new ArrayBuffer(sizeBytes > PACK_BYTES / 2 ? Math.max(sizeBytes, BUFFER_BYTES) : sizeBytes)
    )
  }
  const giveBack = (buffer: ArrayBuffer | undefined) => {
    if (buffer?.byteLength === BUFFER_BYTES) spare.push(buffer)
  }

  await started()
  return {
    wake() {
      // The task that comes meets the failure too.
      started().catch(() => undefined)
      restLater()
    },
    async write(pack, parts, { signal } = {}) {
      const sizeBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
      const release = await budget.take(sizeBytes, { signal })
      try {
        const buffer = takeBuffer(sizeBytes)
        const bytes = new Uint8Array(buffer)
        let at = 0
        for (const part of parts) {
          bytes.set(part, at)
          at += part.byteLength
        }
        const task: PackTask = { kind: 'write', name: fileName(pack), buffer, sizeBytes }
        const reply = await ask(task, [buffer])
        giveBack(reply.buffer)
        if (reply.error !== undefined) throw writeError(reply.error)
        return !reply.isTaken
      } finally {
        release()
      }
    },
    async read({ pack, offset, sizeBytes }) {
      const { buffer } = await ask({ kind: 'read', name: fileName(pack), offset, sizeBytes })
      return buffer && new Uint8Array(buffer)
    },
  }
}

/** One worker, which performs the tasks of a folder. */
interface PackThread {
  ask(task: PackTask, transfer: ArrayBuffer[]): Promise<PackReply>
  end(): void
}

async function startThread(folder: readonly string[]): Promise<PackThread> {
  const url = URL.createObjectURL(new Blob([`(${packWorkerScript})()`], { type: 'text/javascript' }))
  const worker = new Worker(url)
  const waiting = new Map<number, PromiseWithResolvers<PackReply>>()
  let tasks = 0

  worker.onmessage = ({ data }: MessageEvent<PackReply>) => {
    waiting.get(data.id)?.resolve(data)
    waiting.delete(data.id)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    for (const { reject } of waiting.values()) reject(broken(event.message))
    waiting.clear()
  }
  const ask = (task: PackTask, transfer: ArrayBuffer[] = []) => {
    tasks += 1
    const reply = Promise.withResolvers<PackReply>()
    waiting.set(tasks, reply)
    worker.postMessage({ id: tasks, task }, transfer)
    return reply.promise
  }
  try {
    const { error } = await ask({ kind: 'open', folder })
    if (error !== undefined) throw broken(error)
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    URL.revokeObjectURL(url)
  }
  return { ask, end: () => worker.terminate() }
}

function broken(reason: string): DomainError {
  return new DomainError('unavailable', `Cannot write packs: the worker for files failed: ${reason}`)
}

function writeError(error: string): DomainError {
  return quotaError(error) ?? broken(error)
}
