export interface InPacksOptions<T> {
  /** A pack is closed when the next block would make it larger. */
  readonly packBytes: number
  sizeOf(block: T): number
}

/** Parts blocks into packs, in their order. A block that is larger than a pack has one for itself. */
export function inPacks<T>(blocks: Iterable<T>, { packBytes, sizeOf }: InPacksOptions<T>): T[][] {
  const packs: T[][] = []
  let leftBytes = 0
  for (const block of blocks) {
    const open = packs.at(-1)
    leftBytes -= sizeOf(block)
    if (open && leftBytes >= 0) open.push(block)
    else {
      packs.push([block])
      leftBytes = packBytes - sizeOf(block)
    }
  }
  return packs
}
