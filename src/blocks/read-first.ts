import type { CID } from '../codec/cid/cid.ts'
import { type DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { RemoteReader } from './remote-sources.ts'

export interface ReadFirstOptions extends AbortOptions {
  readonly clock: Pick<Clock, 'sleep'>
}

/** After this time without an answer, the next source is asked too, while the first one continues. */
const ASK_NEXT_AFTER_MS = 1_000

/**
 * Asks sources, each opened then, in their order for a block, and resolves to the first answer. `undefined` if all of them lack it or fail.
 * Throws `timeout` if one of them took too long, and no other one has the block.
 */
export async function readFirst(
  readers: readonly (() => RemoteReader)[],
  cid: CID,
  { clock, signal }: ReadFirstOptions,
): Promise<Uint8Array | undefined> {
  signal?.throwIfAborted()
  const over = new AbortController()
  const abort = () => over.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const found = Promise.withResolvers<Uint8Array | undefined>()
  // No caller waits for it while the sources are asked.
  found.promise.catch(() => undefined)
  let isFound = false
  let late: DomainError | undefined

  const ask = async (reader: RemoteReader) => {
    try {
      const bytes = await reader.get(cid, { signal: over.signal })
      if (!bytes) return
      isFound = true
      found.resolve(bytes)
    } catch (error) {
      if (!isDomainError(error)) found.reject(error)
      else if (error.code === 'timeout') late = error
    }
  }
  try {
    const asked: Promise<void>[] = []
    for (const [at, reader] of readers.entries()) {
      const one = ask(reader())
      asked.push(one)
      if (at === readers.length - 1) break
      await settledOr(ASK_NEXT_AFTER_MS, Promise.race([one, found.promise]), clock)
      if (isFound) break
    }
    await Promise.race([found.promise, Promise.all(asked)])
    if (isFound) return await found.promise
    signal?.throwIfAborted()
    if (late) throw late
    return undefined
  } finally {
    signal?.removeEventListener('abort', abort)
    over.abort(OVER)
  }
}

/** One error for all reads: creating one costs a stack, which is not used. */
const OVER = new DOMException('The block is found', 'AbortError')

/** Waits for a task, at most for a time. The timer ends with the task. */
async function settledOr(
  limitMs: number,
  task: Promise<unknown>,
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  const ended = new AbortController()
  const timer = clock.sleep(limitMs, { signal: ended.signal }).catch(() => undefined)
  try {
    await Promise.race([task, timer])
  } finally {
    ended.abort(OVER)
  }
}
