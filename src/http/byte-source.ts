import { joinBytes } from '../codec/bytes/bytes.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type BodyAdmission, READ_AT_LEAST_BYTES } from './body-admission.ts'
import { markWhole } from './whole-body.ts'

/** For streams that fill our buffers: the size of a buffer. */
const BUFFER_BYTES = 256 * 1024
const MIN_BUFFER_BYTES = 1024
/** First buffer for a body without a declared length, which may be small and waste the rest. */
const FIRST_BUFFER_BYTES = 64 * 1024
/** A body of at most this declared length is read as a whole. */
const WHOLE_BYTES = READ_AT_LEAST_BYTES

/** True for a body that the first read of {@link openSource} reads to its end. */
export function isSmallBody({ expectedBytes }: Pick<ByteSourceOptions, 'expectedBytes'>): boolean {
  return expectedBytes !== undefined && expectedBytes <= WHOLE_BYTES
}

/** A stream whose chunks are appended to bytes that the caller still holds. */
interface ByteSource {
  /** Resolves to `held` followed by the next bytes, or to `undefined` at the end. */
  read(held: Uint8Array): Promise<Uint8Array | undefined>
  /** Counts work that the size of the bytes does not show, as if it were this many bytes. */
  worked(bytes: number): Promise<void> | undefined
  /**
   * Ends reading, including a read that waits. On a host that discards the rest of a body itself, that is left
   * to the host.
   */
  cancel(): Promise<void>
}

export interface ByteSourceOptions extends AbortOptions {
  /** The length that the client has declared. A body may be shorter or longer. */
  readonly expectedBytes?: number | undefined
  /** Schedules the reading. Absent for streams that are not a request's body. */
  readonly admission?: BodyAdmission | undefined
}

/** Opens a stream for reading in the largest chunks that the host provides without waste. */
export function openSource(
  body: ReadableStream<Uint8Array>,
  { expectedBytes, admission, signal }: ByteSourceOptions = {},
): ByteSource {
  const pieces = openPieces(body, expectedBytes)
  let readBytes = 0
  const cancel = async () => {
    admitted?.close()
    await pieces.cancel()
  }
  const admitted = admission?.open(expectedBytes, { signal, cancel: () => void cancel() })
  return {
    async read(held) {
      const next = (atLeastBytes = READ_AT_LEAST_BYTES) => pieces.read(held.byteLength, atLeastBytes)
      const { value } = await (admitted ? admitted.read(next) : next())
      readBytes += value?.byteLength ?? 0
      if (readBytes === expectedBytes) markWhole(body)
      return value && pieces.behind(held, value)
    },
    worked: (bytes) => admitted?.worked(bytes),
    cancel,
  }
}

/** The chunks of a stream. `value` is absent at the end. */
interface Pieces {
  /** On a host that fills our buffers, leaves room before the chunk, and waits for so many bytes. */
  read(roomBytes: number, atLeastBytes: number): Promise<{ readonly value?: Uint8Array | undefined }>
  /** `held` and the chunk after it as one array. */
  behind(held: Uint8Array, piece: Uint8Array): Uint8Array
  cancel(): Promise<void>
}

function openPieces(body: ReadableStream<Uint8Array>, expectedBytes?: number): Pieces {
  if (isSmallBody({ expectedBytes })) return wholePiece(body)
  const filling = fillingReader(body)
  return filling ? filledPieces(filling, expectedBytes) : plainPieces(body)
}

/** All bytes of a body as one piece, which costs the host less than a reader. */
function wholePiece(body: ReadableStream<Uint8Array>): Pieces {
  const { promise: left, resolve: leave } = Promise.withResolvers<undefined>()
  let isRead = false
  return {
    async read() {
      if (isRead) return {}
      isRead = true
      const bytes = await Promise.race([new Response(body).arrayBuffer(), left])
      return bytes && bytes.byteLength > 0 ? { value: new Uint8Array(bytes) } : {}
    },
    behind: joined,
    // A read that waits ends as at the end of the body. The runtime ends the body itself with its request.
    cancel: async () => leave(undefined),
  }
}

function filledPieces(reader: FillingReader, expectedBytes = FIRST_BUFFER_BYTES): Pieces {
  let bufferBytes = Math.min(BUFFER_BYTES, Math.max(MIN_BUFFER_BYTES, expectedBytes))
  let isReading = false
  return {
    async read(roomBytes, atLeastBytes) {
      const buffer = new Uint8Array(roomBytes + bufferBytes)
      isReading = true
      const { value } = await reader
        .readAtLeast(Math.min(atLeastBytes, bufferBytes), buffer.subarray(roomBytes))
        // Until the stack of an error is first read, V8 keeps the functions on it and what they refer to. The runtime
        // keeps the error of a broken body as long as its reader, to which they refer: neither was ever freed.
        .catch((error: Error) => {
          void error.stack
          throw error
        })
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

/**
 * A reader that fills our buffer up to a minimum. Only workerd has it, whose default reader returns 4 KiB at a
 * time.
 */
interface FillingReader {
  readAtLeast(count: number, view: Uint8Array): Promise<{ readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
  releaseLock(): void
}

/** `undefined` where reads may not fill a buffer: a new buffer for every few bytes would be waste. */
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
