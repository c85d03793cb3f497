/**
 * Lets a sequential read of packs look up one block for each pack.
 *
 * A reader asks for several blocks ahead. The first of them leads: its lookup finds the pack, and its read loads the
 * whole pack with its table. The others are most likely in the same pack, so they wait for the table in place of
 * looking up their own rows.
 */
export interface JoinedLookups {
  /** Tells that a block was read from a pack with so many blocks, or 0 if the table of the pack is not in memory. */
  foundIn(blocks: number): void
  /** Tells that the pack of the leader did not have a block that waited for it. */
  missed(): void
  /** The read of the leader, whose pack probably has the next block too. `undefined` when the caller must look up. */
  join(): Promise<unknown> | undefined
  /** Runs the lookup and the read of a leader. */
  lead<T>(read: () => Promise<T>): Promise<T>
}

export function joinedLookups(): JoinedLookups {
  /** Blocks of the pack that was read last. 0 while reads are not sequential. */
  let expected = 0
  let leading: { readonly read: Promise<unknown>; joined: number } | undefined

  return {
    foundIn(blocks) {
      expected = blocks
    },
    missed() {
      expected = 0
    },
    join() {
      if (!leading || leading.joined >= expected) return undefined
      leading.joined += 1
      return leading.read
    },
    async lead(read) {
      const result = read()
      const led = { read: result.catch(() => undefined), joined: 1 }
      leading = led
      try {
        return await result
      } finally {
        if (leading === led) leading = undefined
      }
    },
  }
}
