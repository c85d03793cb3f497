import { nameHash } from '../../codec/dag-pb/name-hash.ts'
import { DomainError } from '../../errors.ts'

/** Names of the entries of one directory. */
export interface NameSet {
  /**
   * Adds a name. False if the set has it already, or another with the same 64 bits of hash: one in 40 million
   * directories of a million names. Throws `too-large` for names that were made to collide.
   */
  add(name: string): Promise<boolean>
}

/** Slots of an empty set. The number is always a power of two. */
const FIRST_SLOTS = 16

/** Slots that are tried for one name. Names that were not made to collide need fewer than 40. */
const MAX_PROBES = 100

/**
 * Creates an empty set. It stores only hashes, in at most 32 bytes for each name: a sharded directory may have a
 * million names, and their texts would not fit in the memory of every host.
 */
export function createNameSet(): NameSet {
  let slots = new Uint32Array(FIRST_SLOTS * 2)
  let size = 0

  return {
    async add(name) {
      const { high, low } = hashNumbers(await nameHash(name))
      if (!put(slots, high, low)) return false
      size += 1
      if (size * 4 > slots.length) slots = grown(slots)
      return true
    },
  }
}

/** A hash as two numbers of 32 bits. Not both are 0, which marks an empty slot. */
function hashNumbers(hash: Uint8Array): { high: number; low: number } {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
  const high = view.getUint32(0)
  return { high, low: view.getUint32(4) || (high === 0 ? 1 : 0) }
}

/** Stores a hash in the first free slot. False if it is stored already. */
function put(slots: Uint32Array, high: number, low: number): boolean {
  const mask = slots.length / 2 - 1
  let at = low & mask
  for (let probe = 1; probe <= MAX_PROBES; probe += 1) {
    const [storedHigh, storedLow] = [slots[at * 2], slots[at * 2 + 1]]
    if (storedHigh === high && storedLow === low) return false
    if (storedHigh === 0 && storedLow === 0) {
      slots[at * 2] = high
      slots[at * 2 + 1] = low
      return true
    }
    at = (at + probe) & mask
  }
  throw new DomainError('too-large', 'Cannot archive directory: the hashes of its names collide')
}

function grown(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2)
  for (let at = 0; at < slots.length; at += 2) {
    const [high = 0, low = 0] = [slots[at], slots[at + 1]]
    if (high !== 0 || low !== 0) put(larger, high, low)
  }
  return larger
}
