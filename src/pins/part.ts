import { definePart } from '../parts/define-part.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { createPins } from './create-pins.ts'
import { createDagWalk, type DagWalk } from './dag-walk.ts'
import { SAVED_PINS } from './pin-rows.ts'

/** A walk that requires leaves to be stored, but does not read them. */
export const walkPart = definePart({
  name: 'walk',
  needs: { blockstore: 'required' },
  create: ({ blockstore }: { readonly blockstore: Pick<Blockstore, 'get' | 'has'> }): DagWalk =>
    createDagWalk(blockstore),
})

/** A walk that also reads and verifies leaves. */
export const wholeWalkPart = definePart({
  name: 'wholeWalk',
  needs: { wholeSource: 'required' },
  create: ({ wholeSource }: { readonly wholeSource: Pick<Blockstore, 'get' | 'has'> }): DagWalk =>
    createDagWalk(wholeSource, { readsLeaves: true }),
})

/**
 * A walk to find the blocks that a root keeps. A leaf has no links, so a missing or corrupt one hides no other block:
 * each counts as stored, as for the reference.
 */
export const coverWalkPart = definePart({
  name: 'coverWalk',
  needs: { wholeSource: 'required' },
  create: ({ wholeSource }: { readonly wholeSource: Pick<Blockstore, 'get'> }): DagWalk =>
    createDagWalk({ get: wholeSource.get, has: async () => true }),
})

export const pinsPart = definePart({
  name: 'pins',
  needs: {
    datastore: 'required',
    blockstore: 'required',
    contentLock: 'required',
    clock: 'required',
    walk: 'required',
    wholeWalk: 'required',
    coverWalk: 'required',
  },
  create: createPins,
  saves: SAVED_PINS,
})
