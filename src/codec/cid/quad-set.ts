/** Four uniformly distributed 32-bit numbers, such as words of a digest. */
export type Quad = readonly [number, number, number, number]

/** A set of {@link Quad}s in a typed array. */
export interface QuadSet {
  readonly size: number
  /** False if it was already present. */
  add(quad: Quad): boolean
  has(quad: Quad): boolean
}

const WORDS = 4
const MIN_SLOTS = 64
const MAX_LOAD = 0.8
const GROWTH = 1.6

/**
 * Creates a hash table with open addressing: 16 bytes a slot, at most 80% of the slots used. That is 20 bytes
 * an entry if `expected` was right, and 20 to 32 after the table has grown.
 */
export function createQuadSet({ expected = 0 }: { readonly expected?: number | undefined } = {}): QuadSet {
  let slots = Math.max(MIN_SLOTS, Math.ceil(expected / MAX_LOAD))
  let table = new Uint32Array(slots * WORDS)
  let size = 0

  /** Finds the slot of an entry, or the empty slot for it. */
  const find = ([a, b, c, d]: Quad) => {
    for (let slot = a % slots; ; slot = slot + 1 === slots ? 0 : slot + 1) {
      const at = slot * WORDS
      if (isEmpty(table, at)) return at
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at
    }
  }
  const grow = () => {
    const old = table
    slots = Math.ceil(slots * GROWTH)
    table = new Uint32Array(slots * WORDS)
    for (let at = 0; at < old.length; at += WORDS) {
      if (!isEmpty(old, at)) table.set(old.subarray(at, at + WORDS), find(quadAt(old, at)))
    }
  }

  return {
    get size() {
      return size
    },
    add(sent) {
      const quad = withoutZero(sent)
      const at = find(quad)
      if (!isEmpty(table, at)) return false
      table.set(quad, at)
      size += 1
      if (size > slots * MAX_LOAD) grow()
      return true
    },
    has: (quad) => !isEmpty(table, find(withoutZero(quad))),
  }
}

/** Changes four zeros, which mark an empty slot. */
function withoutZero(quad: Quad): Quad {
  return quad.every((word) => word === 0) ? [0, 0, 0, 1] : quad
}

function isEmpty(table: Uint32Array, at: number): boolean {
  return table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0 && table[at + 3] === 0
}

function quadAt(table: Uint32Array, at: number): Quad {
  return [table[at] ?? 0, table[at + 1] ?? 0, table[at + 2] ?? 0, table[at + 3] ?? 0]
}
