/** An import that the table does not allow. */
export interface KnownArrow {
  readonly from: string
  readonly to: string
  /** Why it is there, and what makes it go. */
  readonly why: string
}

const LOCK = 'the lock of collection is kept with it until what is below collection has a room for locks'

/** Arrows that lead back up today. The list only shrinks: a row that is no longer needed is a fault. */
export const knownArrows: readonly KnownArrow[] = [
  { from: 'src/blocks/blocks.ts', to: 'src/repo/content-lock.ts', why: LOCK },
  { from: 'src/blocks/put-blocks.ts', to: 'src/repo/content-lock.ts', why: LOCK },
  { from: 'src/pins/broken-roots.ts', to: 'src/repo/content-lock.ts', why: LOCK },
  { from: 'src/pins/pins.ts', to: 'src/repo/content-lock.ts', why: LOCK },
  {
    from: 'src/blocks/blocks.ts',
    to: 'src/unixfs/dag/load-block.ts',
    why: 'one block is read where DAGs are: it goes when readers of blocks are in src/blocks',
  },
  {
    from: 'src/unixfs/dag/import-cars.ts',
    to: 'src/pins/pins.ts',
    why: 'an import pins its roots itself: it goes when the command pins them',
  },
]
