/** 2^27: an id below it and 26 bits of hash fit into one exact number. */
export const MAX_ID = 134_217_728

/** A number that sorts by the hash of a text, then by id. The indexes of slugs and uids hold these. */
export function hashedKey(bytes: Uint8Array, id: number): number {
  return hashOf(bytes) * MAX_ID + id
}

export function idOfHashedKey(key: number): number {
  return key % MAX_ID
}

/** FNV-1a, truncated to 26 bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 6
}

/** A set of ids with one byte for each id, for loops where a hash table is too slow. */
export interface IdSet {
  readonly size: number
  has(id: number): boolean
  /** Ids in ascending order. */
  ids(): Generator<number, void>
}

/** The union of the lists, of which there may be hundreds of thousands. */
export function idSet(lists: Iterable<Iterable<number>>): IdSet {
  let marks = new Uint8Array(1024)
  let size = 0
  for (const list of lists) {
    for (const id of list) {
      if (id >= marks.length) {
        const grown = new Uint8Array(Math.max(marks.length * 2, id + 1))
        grown.set(marks)
        marks = grown
      }
      size += 1 - (marks[id] ?? 0)
      marks[id] = 1
    }
  }
  return {
    size,
    has: (id) => marks[id] === 1,
    *ids() {
      for (let id = marks.indexOf(1); id >= 0; id = marks.indexOf(1, id + 1)) yield id
    },
  }
}
