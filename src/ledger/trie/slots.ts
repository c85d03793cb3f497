/** Keys are unsigned 64-bit numbers, read as digits of five bits, the most significant first. */
const DIGIT_BITS = 5n
const DIGIT_MASK = 31n

/** Maximum number of values or children of one node. */
export const FAN_OUT = 32

/** Level of the top node for the largest possible key: thirteen digits hold 64 bits. */
export const MAX_LEVEL = 12

export const MAX_KEY = 0xffff_ffff_ffff_ffffn

/** The slot of a key in a node of a level. */
export function slotOf(key: bigint, level: number): number {
  return Number((key >> (DIGIT_BITS * BigInt(level))) & DIGIT_MASK)
}

/** The lowest level whose node covers the key. */
export function levelOf(key: bigint): number {
  let level = 0
  for (let rest = key >> DIGIT_BITS; rest > 0n; rest >>= DIGIT_BITS) level += 1
  return level
}

/** The least key below a slot of a node whose own least key is `base`. */
export function slotBase(base: bigint, slot: number, level: number): bigint {
  return base | (BigInt(slot) << (DIGIT_BITS * BigInt(level)))
}

/** The greatest key below a slot whose least key is `base`. */
export function slotEnd(base: bigint, level: number): bigint {
  const end = base | ((1n << (DIGIT_BITS * BigInt(level))) - 1n)
  return end < MAX_KEY ? end : MAX_KEY
}

/** Identifies the node of level 0 that contains the key. */
export function leafOfKey(key: bigint): bigint {
  return key >> DIGIT_BITS
}
