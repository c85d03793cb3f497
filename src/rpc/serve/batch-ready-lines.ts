import { joinBytes } from '../../codec/bytes/bytes.ts'

/** Microtask steps after which a source is considered to wait for I/O, or to have a long output. */
const MAX_STEPS = 64

/** Limit for lines that are produced ahead of the consumer. One line may exceed it. */
const MAX_AHEAD_BYTES = 64 * 1024

export interface ReadyLines extends AsyncIterator<Uint8Array, undefined> {
  /**
   * All remaining lines, if the source ends without waiting for I/O. Otherwise `undefined`, and nothing is
   * consumed. Call it after the first line.
   */
  restAtOnce(): Promise<Uint8Array | undefined>
}

/**
 * Batches lines: lines that are ready at the same time are sent in one chunk, because hosts pay for each chunk
 * and not for its bytes. No line waits for others: the first one, and any for which the consumer waits, is sent
 * at once. Nothing is read before the first line is requested. An error follows the lines before it.
 */
export function batchReadyLines(source: AsyncIterator<Uint8Array>): ReadyLines {
  let ready: Uint8Array[] = []
  let readyBytes = 0
  let end: { readonly failure?: unknown } | undefined
  let changed = Promise.withResolvers<void>()
  let isTaking = false

  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const take = async () => {
    try {
      while (!end) {
        const { done, value } = await source.next()
        if (done) {
          end ??= {}
        } else {
          ready.push(value)
          readyBytes += value.byteLength
        }
        change()
        while (!end && readyBytes >= MAX_AHEAD_BYTES) await changed.promise
      }
    } catch (failure) {
      end ??= { failure }
      change()
    }
  }

  return {
    async next() {
      if (!isTaking) void take()
      isTaking = true
      while (ready.length === 0 && !end) await changed.promise
      if (ready.length > 0) {
        const [first] = ready
        const value = first && ready.length === 1 ? first : joinBytes(ready)
        ready = []
        readyBytes = 0
        change()
        return { done: false, value }
      }
      if (end && 'failure' in end) throw end.failure
      return { done: true, value: undefined }
    },
    async restAtOnce() {
      for (let step = 0; step < MAX_STEPS && !end; step += 1) await undefined
      if (!end || 'failure' in end) return undefined
      const rest = joinBytes(ready)
      ready = []
      readyBytes = 0
      return rest
    },
    async return() {
      end ??= {}
      change()
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
}
