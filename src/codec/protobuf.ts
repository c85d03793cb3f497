import { joinBytes } from './bytes/bytes.ts'

/** Wire types of fields: the low three bits of a tag. Spec: Protocol Buffers, Encoding. */
export const WIRE_TYPES = { VARINT: 0, FIXED64: 1, BYTES: 2, GROUP: 3, END_GROUP: 4, FIXED32: 5 } as const

const FIRST_BYTES = 512
const MAX_VARINT = 10
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

const encoder = new TextEncoder()

/**
 * Writes the fields of protobuf messages, in order, into a growing buffer. It checks no values: the caller must
 * respect the types of the fields.
 *
 * The writer of protobufjs is not used: it contains its own UTF-8, Base64, floats and buffer pool, which added 6 kB
 * to every bundle. The package generates `proto/gen/` from the `.proto` file, and tests compare with it.
 */
export class ProtobufWriter {
  #bytes = new Uint8Array(FIRST_BYTES)
  #at = 0
  /** Offsets of the open messages and packed lists. */
  readonly #begins: number[] = []

  /** Writes an integer from 0 to 2^64 - 1. A `number` must be safe. Also used for tags and lengths. */
  varint(value: number | bigint): this {
    this.#reserve(MAX_VARINT)
    const bytes = this.#bytes
    let at = this.#at
    let rest = value
    for (; typeof rest === 'bigint' && rest > MAX_SAFE; rest >>= 7n) bytes[at++] = Number(rest & 0x7fn) | 0x80
    let low = Number(rest)
    for (; low > 0x7f; low = Math.floor(low / 0x80)) bytes[at++] = (low % 0x80) | 0x80
    bytes[at++] = low
    this.#at = at
    return this
  }

  /** Writes the length of the bytes, then the bytes. */
  bytes(value: Uint8Array): this {
    this.varint(value.byteLength).#reserve(value.byteLength)
    this.#bytes.set(value, this.#at)
    this.#at += value.byteLength
    return this
  }

  /** A text behind its length, as UTF-8. Most texts are ASCII, and their bytes need no array of their own. */
  string(value: string): this {
    const start = this.#at
    this.varint(value.length).#reserve(value.length)
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index)
      if (code > 0x7f) {
        this.#at = start
        return this.bytes(encoder.encode(value))
      }
      this.#bytes[this.#at + index] = code
    }
    this.#at += value.length
    return this
  }

  /** Begins an embedded message or a packed list, which {@link close} ends. */
  open(): this {
    this.#reserve(1)
    this.#at += 1
    this.#begins.push(this.#at)
    return this
  }

  /** Ends what was opened last. Its length goes before it: one byte is kept for that, a longer one moves it. */
  close(): this {
    const begin = this.#begins.pop() ?? 0
    const end = this.#at
    const sizeBytes = end - begin
    this.#at = begin - 1
    if (sizeBytes <= 0x7f) {
      this.#bytes[this.#at] = sizeBytes
      this.#at = end
      return this
    }
    const content = this.#bytes.slice(begin, end)
    return this.bytes(content)
  }

  /** All that was written, as a copy, and `rest` after it. */
  finish(rest: readonly Uint8Array[] = []): Uint8Array<ArrayBuffer> {
    const written = this.#bytes.subarray(0, this.#at)
    return rest.length === 0 ? written.slice() : joinBytes([written, ...rest])
  }

  #reserve(sizeBytes: number): void {
    const needed = this.#at + sizeBytes
    if (needed <= this.#bytes.byteLength) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.byteLength))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
