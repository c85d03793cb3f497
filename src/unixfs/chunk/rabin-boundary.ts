import type { BoundaryRule } from './content-defined-chunks.ts'

export interface RabinSizes {
  /** At least {@link RABIN_WINDOW_BYTES}. */
  readonly minBytes: number
  /** Rounded down to a power of two; the average chunk is longer than the minimum by about this much. */
  readonly averageBytes: number
  readonly maxBytes: number
}

/** Size of the sliding window, in bytes. */
export const RABIN_WINDOW_BYTES = 16

/**
 * Irreducible over GF(2). Own code, because the ecosystem's package cuts differently and compiles WebAssembly at
 * run time.
 */
const POLYNOMIAL = 17_437_180_132_763_653n
const DEGREE = 53n

/** Mask of bits 32 to 52 of a digest, which are its high half. */
const HIGH_MASK = 0x1f_ffff

/**
 * Ends a chunk after the first window whose Rabin fingerprint has zero low bits. Spec gap: the window, the
 * polynomial and the initial byte 1 before each chunk are the reference implementation's.
 */
export function rabinBoundary({ minBytes, averageBytes, maxBytes }: RabinSizes): BoundaryRule {
  const mask = 2 ** Math.floor(Math.log2(averageBytes)) - 1
  const first = minBytes - RABIN_WINDOW_BYTES
  return {
    maxBytes,
    chunkLength(bytes) {
      const { outHigh, outLow, modHigh, modLow } = sharedTables()
      const length = bytes.byteLength
      let high = 0
      let low = 1
      for (let at = first; at < length; at += 1) {
        const nth = at - first
        const leaving =
          nth >= RABIN_WINDOW_BYTES ? (bytes[at - RABIN_WINDOW_BYTES] ?? 0) : nth === LAST_IN_WINDOW ? 1 : 0
        high ^= outHigh[leaving] ?? 0
        low ^= outLow[leaving] ?? 0
        const top = high >>> 13
        high = (((high << 8) | (low >>> 24)) & HIGH_MASK) ^ (modHigh[top] ?? 0)
        low = ((low << 8) | (bytes[at] ?? 0)) ^ (modLow[top] ?? 0)
        if (nth >= LAST_IN_WINDOW && (low & mask) === 0) return at + 1
      }
      return length
    },
  }
}

/** Index of the hashed byte at whose entry the initial byte 1 leaves the window. */
const LAST_IN_WINDOW = RABIN_WINDOW_BYTES - 1

/**
 * Digests of each byte value, split in halves: to remove a byte from the window (`out`), and to reduce the bits
 * above 52 (`mod`).
 */
interface RabinTables {
  readonly outHigh: Int32Array
  readonly outLow: Int32Array
  readonly modHigh: Int32Array
  readonly modLow: Int32Array
}

let tables: RabinTables | undefined

function sharedTables(): RabinTables {
  tables ??= makeTables()
  return tables
}

function makeTables(): RabinTables {
  const bytes = Array.from({ length: 256 }, (_, byte) => BigInt(byte))
  const out = bytes.map((byte) => remainder(byte << BigInt(8 * LAST_IN_WINDOW)))
  const mod = bytes.map((byte) => remainder(byte << DEGREE))
  return {
    outHigh: highHalves(out),
    outLow: lowHalves(out),
    modHigh: highHalves(mod),
    modLow: lowHalves(mod),
  }
}

/** The remainder of a division by the polynomial over GF(2). */
function remainder(dividend: bigint): bigint {
  let rest = dividend
  for (let bit = 8n * BigInt(RABIN_WINDOW_BYTES); bit >= DEGREE; bit -= 1n) {
    if ((rest >> bit) & 1n) rest ^= POLYNOMIAL << (bit - DEGREE)
  }
  return rest
}

function highHalves(digests: readonly bigint[]): Int32Array {
  return Int32Array.from(digests, (digest) => Number(digest >> 32n))
}

function lowHalves(digests: readonly bigint[]): Int32Array {
  return Int32Array.from(digests, (digest) => Number(BigInt.asIntN(32, digest)))
}
