import { digestWords } from './block-set.ts'
import type { CID } from './cid.ts'

/** A Bloom filter for blocks, with one or two bytes for each. It finds every added block, and has false positives. */
export interface BlockFilter {
  add(cid: CID): void
  /** True for every added block, and for less than 1% of the others up to the expected number. */
  has(cid: CID): boolean
}

export interface BlockFilterOptions {
  /** The expected number of blocks. */
  readonly expected: number
  /** A different salt has different false positives. */
  readonly salt: number
}

const BITS_PER_BLOCK = 10
/** Bits that each block sets. */
const PROBES = 7
/** 32 MiB: enough for 26,000,000 blocks. */
const MAX_BITS = 2 ** 28
const MIN_BITS = 2 ** 10

export function createBlockFilter({ expected, salt }: BlockFilterOptions): BlockFilter {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, expected * BITS_PER_BLOCK)))
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted))
  const words = new Uint32Array(bits / 32)
  const start = mixBits(salt)

  /** The bits of a block. An odd step width visits all bits before it repeats one. */
  const first = ([a, , c]: readonly number[]) => mixBits((a ?? 0) ^ start ^ (c ?? 0))
  const step = ([, b, , d]: readonly number[]) => mixBits((b ?? 0) ^ (start + 1) ^ (d ?? 0)) | 1

  return {
    add(cid) {
      const digest = digestWords(cid)
      const width = step(digest)
      for (let probe = 0, at = first(digest); probe < PROBES; probe += 1, at = (at + width) | 0) {
        const bit = (at >>> 0) % bits
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
      }
    },
    has(cid) {
      const digest = digestWords(cid)
      const width = step(digest)
      for (let probe = 0, at = first(digest); probe < PROBES; probe += 1, at = (at + width) | 0) {
        const bit = (at >>> 0) % bits
        if ((((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return false
      }
      return true
    },
  }
}

/** Mixes a number so that each of its bits influences every bit of the result. */
function mixBits(number: number): number {
  let value = number | 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
