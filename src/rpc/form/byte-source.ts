import { joinBytes } from '../../codec/bytes/bytes.ts'
import type { BodyAdmission } from '../../http/body-admission.ts'
import type { AbortOptions } from '../../ports/abort.ts'

/** Where the stream fills buffers of ours: their size, and how full one must be before it comes back. */
const BUFFER_BYTES = 256 * 1024
const READ_AT_LEAST_BYTES = 64 * 1024
const SMALLEST_BUFFER_BYTES = 1024
/** Of a body without a declared length, until it has filled one: it may be small, and then waste the rest. */
const FIRST_BUFFER_BYTES = 64 * 1024

/** A stream of bytes that are read behind those a caller still holds. */
interface ByteSource {
  /** `held` followed by what came next, or `undefined` at the end. */
  read(held: Uint8Array): Promise<Uint8Array | undefined>
  /** Counts work that the size of the bytes does not show, as if it were so many bytes. */
  worked(bytes: number): Promise<void> | undefined
  /** No more will be read. A read that waits ends; where the host takes in the rest itself, it is left to it. */
  cancel(): Promise<void>
}

export interface ByteSourceOptions extends AbortOptions {
  /** What the sender has announced; a body may be shorter or longer. */
  readonly expectedBytes?: number | undefined
  /** Decides when the stream is read. Absent for streams that are no request's body. */
  readonly admission?: BodyAdmission | undefined
}

/** Reads in the largest pieces that the host gives without waste. */
export function openSource(
  body: ReadableStream<Uint8Array>,
  { expectedBytes, admission, signal }: ByteSourceOptions = {},
): ByteSource {
  const filling = fillingReader(body)
  const pieces = filling ? filledPieces(filling, expectedBytes) : plainPieces(body)
  const cancel = async () => {
    admitted?.close()
    await pieces.cancel()
  }
  const admitted = admission?.open(expectedBytes, { signal, cancel: () => void cancel() })
  return {
    async read(held) {
      const next = () => pieces.read(held.byteLength)
      const { value } = await (admitted ? admitted.read(next) : next())
      return value && pieces.behind(held, value)
    },
    worked: (bytes) => admitted?.worked(bytes),
    cancel,
  }
}

/** A stream's pieces; `value` is absent at its end. */
interface Pieces {
  /** Leaves room before the piece, where the host has buffers of ours filled. */
  read(roomBytes: number): Promise<{ readonly value?: Uint8Array | undefined }>
  /** `held` and the piece behind it as one. */
  behind(held: Uint8Array, piece: Uint8Array): Uint8Array
  cancel(): Promise<void>
}

function filledPieces(reader: FillingReader, expectedBytes = FIRST_BUFFER_BYTES): Pieces {
  let bufferBytes = Math.min(BUFFER_BYTES, Math.max(SMALLEST_BUFFER_BYTES, expectedBytes))
  let isReading = false
  return {
    async read(roomBytes) {
      const buffer = new Uint8Array(roomBytes + bufferBytes)
      isReading = true
      const { value } = await reader
        .readAtLeast(Math.min(READ_AT_LEAST_BYTES, bufferBytes), buffer.subarray(roomBytes))
        .finally(() => {
          isReading = false
        })
      if (value?.byteLength === bufferBytes) bufferBytes = BUFFER_BYTES
      return value && value.byteLength > 0 ? { value } : {}
    },
    behind(held, { buffer, byteLength }) {
      const both = new Uint8Array(buffer, 0, held.byteLength + byteLength)
      both.set(held)
      return both
    },
    async cancel() {
      if (isReading) await reader.cancel().catch(() => undefined)
      else reader.releaseLock()
    },
  }
}

function plainPieces(body: ReadableStream<Uint8Array>): Pieces {
  const reader = body.getReader()
  return {
    async read() {
      const { done, value } = await reader.read()
      return done ? {} : { value }
    },
    behind: joined,
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
