import { joinBytes } from '../../codec/bytes/bytes.ts'
import type { DomainError } from '../../errors.ts'

const ENCODER = new TextEncoder()

/** Microtask steps after which a source is considered to wait for I/O, or to have a long output. */
const MAX_STEPS = 64

/** Limit for lines that are produced ahead of the consumer, in UTF-16 units. One line may exceed it. */
const MAX_AHEAD_CHARACTERS = 64 * 1024

export interface ReadyLinesOptions {
  /**
   * Called while lines wait for their consumer, until the returned function is called. `onStalled` ends the source, and
   * the consumer gets its error after those lines.
   */
  readonly watchUnread?: ((onStalled: (error: DomainError) => void) => () => void) | undefined
}

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
 * at once. Nothing is read before the first line is requested. An error follows the lines before it. Texts are
 * collected, because encoding each line by itself costs more than printing it.
 */
export function batchReadyLines(
  source: AsyncIterator<string | Uint8Array>,
  { watchUnread }: ReadyLinesOptions = {},
): ReadyLines {
  /** Absent while no line is ready: a line may be empty. */
  let ready: string | undefined
  /** What is sent before it: binary lines, and the texts before them. */
  let before: Uint8Array[] = []
  let bytesBefore = 0
  let end: { readonly failure?: unknown } | undefined
  let changed: PromiseWithResolvers<void> | undefined
  let isTaking = false

  const change = () => {
    changed?.resolve()
    changed = undefined
  }
  const untilChange = () => {
    changed ??= Promise.withResolvers()
    return changed.promise
  }
  const untilRead = async () => {
    const read = watchUnread?.((failure) => {
      end ??= { failure }
      change()
      // The consumer gets the reason why the source is ended, not what it throws then.
      source.return?.().catch(() => undefined)
    })
    await untilChange()
    read?.()
  }
  const addBytes = (bytes: Uint8Array) => {
    before.push(ENCODER.encode(ready), bytes)
    bytesBefore += (ready?.length ?? 0) + bytes.byteLength
    ready = ''
  }
  const take = async () => {
    try {
      while (!end) {
        const { done, value } = await source.next()
        if (done) end ??= {}
        else if (typeof value === 'string') ready = (ready ?? '') + value
        else addBytes(value)
        change()
        while (!end && (ready?.length ?? 0) + bytesBefore >= MAX_AHEAD_CHARACTERS) await untilRead()
      }
    } catch (failure) {
      end ??= { failure }
      change()
    }
  }
  const takeReady = () => {
    const text = ENCODER.encode(ready)
    const bytes = before.length === 0 ? text : joinBytes([...before, text])
    ready = undefined
    before = []
    bytesBefore = 0
    change()
    return bytes
  }

  return {
    async next() {
      if (!isTaking) void take()
      isTaking = true
      while (ready === undefined && !end) await untilChange()
      if (ready !== undefined) return { done: false, value: takeReady() }
      if (end && 'failure' in end) throw end.failure
      return { done: true, value: undefined }
    },
    async restAtOnce() {
      for (let step = 0; step < MAX_STEPS && !end; step += 1) await undefined
      if (!end || 'failure' in end) return undefined
      return takeReady()
    },
    async return() {
      end ??= {}
      change()
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
}
