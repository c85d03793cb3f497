import { definePart } from '../node/part.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { createPins } from './create-pins.ts'
import { createDagWalk, type DagWalk } from './dag-walk.ts'

/** Walks what is held; leaves only have to be there. */
export const walkPart = definePart({
  name: 'walk',
  needs: { blockstore: 'required' },
  create: ({ blockstore }: { readonly blockstore: Pick<Blockstore, 'get' | 'has'> }): DagWalk =>
    createDagWalk(blockstore),
})

/** The same, reading and verifying leaves as well. */
export const wholeWalkPart = definePart({
  name: 'wholeWalk',
  needs: { wholeSource: 'required' },
  create: ({ wholeSource }: { readonly wholeSource: Pick<Blockstore, 'get' | 'has'> }): DagWalk =>
    createDagWalk(wholeSource, { readsLeaves: true }),
})

/**
 * The same for what a root keeps: that does not depend on the bytes of its leaves, so a quarantined one counts as
 * held.
 */
export const coverWalkPart = definePart({
  name: 'coverWalk',
  needs: { wholeSource: 'required', store: 'required' },
  create: ({
    wholeSource,
    store,
  }: {
    readonly wholeSource: Pick<Blockstore, 'get'>
    readonly store: Pick<Blockstore, 'has'>
  }): DagWalk => createDagWalk({ get: wholeSource.get, has: store.has }),
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
})
