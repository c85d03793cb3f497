import { joinBytes } from '../../codec/bytes/bytes.ts'

/** A source that does not end within so many steps of the program waits for something outside, or has much to say. */
const MOST_STEPS = 64

/** Lines that are made before anybody asks for them may be this much together, and one line more. */
const MOST_AHEAD_BYTES = 64 * 1024

export interface ReadyLines extends AsyncIterator<Uint8Array, undefined> {
  /**
   * All lines that were not given yet, when they come and end without waiting for anything outside;
   * else `undefined`, and nothing was taken. Call it after the first line.
   */
  restAtOnce(): Promise<Uint8Array | undefined>
}

/**
 * The same lines in fewer pieces: what has become ready while the last piece was on its way goes out as one,
 * because hosts pay for each piece and not for its bytes. Nothing waits for company: the first line, and any
 * that comes while a reader waits, goes out alone and at once. Nothing is taken before the first is asked
 * for. A failure comes after the lines before it.
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
        while (!end && readyBytes >= MOST_AHEAD_BYTES) await changed.promise
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
      for (let step = 0; step < MOST_STEPS && !end; step += 1) await undefined
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
