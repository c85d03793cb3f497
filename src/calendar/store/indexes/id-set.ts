/** A set of ids with one byte for each id, for loops where a hash table is too slow. */
export interface IdSet {
  readonly size: number
  has(id: number): boolean
  /** Ids in ascending order. */
  ids(): Generator<number, void>
}

/** The union of the lists. */
export function idSet(...lists: readonly Iterable<number>[]): IdSet {
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
