import { joinBytes } from '../codec/bytes.ts'

/** Where the stream fills buffers of ours: their size, and how full one must be before it comes back. */
const BUFFER_BYTES = 256 * 1024
const READ_AT_LEAST_BYTES = 64 * 1024
const SMALLEST_BUFFER_BYTES = 1024

/** A stream of bytes that are read behind those a caller still holds. */
interface ByteSource {
  /** `held` followed by what came next, or `undefined` at the end. */
  read(held: Uint8Array): Promise<Uint8Array | undefined>
  /** No more will be read. A read that waits ends; where the host takes in the rest itself, it is left to it. */
  cancel(): Promise<void>
}

/**
 * Reads in the largest pieces that the host gives without waste. `expectedBytes` is what the sender has announced;
 * a body may be shorter or longer.
 */
export function openSource(body: ReadableStream<Uint8Array>, expectedBytes = BUFFER_BYTES): ByteSource {
  const filling = fillingReader(body)
  if (filling) {
    const bufferBytes = Math.min(BUFFER_BYTES, Math.max(SMALLEST_BUFFER_BYTES, expectedBytes))
    let isReading = false
    return {
      async read(held) {
        const buffer = new Uint8Array(held.byteLength + bufferBytes)
        buffer.set(held)
        const rest = buffer.subarray(held.byteLength)
        isReading = true
        const { value } = await filling
          .readAtLeast(Math.min(READ_AT_LEAST_BYTES, bufferBytes), rest)
          .finally(() => {
            isReading = false
          })
        if (value === undefined || value.byteLength === 0) return undefined
        return new Uint8Array(value.buffer, 0, held.byteLength + value.byteLength)
      },
      async cancel() {
        if (isReading) await filling.cancel().catch(() => undefined)
        else filling.releaseLock()
      },
    }
  }
  const reader = body.getReader()
  return {
    async read(held) {
      const { done, value } = await reader.read()
      return done ? undefined : joined(held, value)
    },
    cancel: () => reader.cancel().catch(() => undefined),
  }
}

/** A reader that fills a buffer of ours up to a mark. Only workerd has it, whose plain one gives 4 KiB at a time. */
interface FillingReader {
  readAtLeast(count: number, view: Uint8Array): Promise<{ readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
  releaseLock(): void
}

/** `undefined` where a read may give less than a buffer: one buffer for each byte that arrives would be waste. */
function fillingReader(body: ReadableStream<Uint8Array>): FillingReader | undefined {
  let reader: { releaseLock(): void }
  try {
    reader = body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
  if (isFilling(reader)) return reader
  reader.releaseLock()
  return undefined
}

function isFilling(reader: object): reader is FillingReader {
  return 'readAtLeast' in reader
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.byteLength === 0) return second
  if (second.byteLength === 0) return first
  return joinBytes([first, second])
}
