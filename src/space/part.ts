import { definePart } from '../parts/define-part.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Space } from '../ports/space.ts'
import { reserveDatastore, spacedDatastore } from './spaced-stores.ts'

export interface SpaceNeeds {
  readonly hostDatastore: Datastore
  readonly space?: Space | undefined
}

/** The Datastore of all services: it refuses to grow when the storage is nearly full. */
export const datastorePart = definePart({
  name: 'datastore',
  needs: { hostDatastore: 'required', space: 'optional' },
  create: ({ hostDatastore, space }: SpaceNeeds): Datastore => spacedDatastore(hostDatastore, space),
})

/** What the host says about its storage. */
export interface FreeSpace {
  /** Bytes that the storage can still store. `undefined` where they are unknown. */
  read(): Promise<number | undefined>
  /** All bytes of the storage, where it has a limit of its own. */
  readonly totalBytes: number | undefined
}

/** The free space of the host's storage, for parts and commands that report it. */
export const freeSpacePart = definePart({
  name: 'freeSpace',
  needs: { space: 'optional' },
  create: ({ space }: Pick<SpaceNeeds, 'space'>): FreeSpace => ({
    read: async () => space?.freeBytes(),
    totalBytes: space?.totalBytes,
  }),
})

/**
 * A Datastore for work that must continue when the storage is full: garbage collection, and marks of corrupt
 * blocks.
 */
export const reservedDatastorePart = definePart({
  name: 'reservedDatastore',
  needs: { hostDatastore: 'required', space: 'optional' },
  create: ({ hostDatastore, space }: SpaceNeeds): Datastore => reserveDatastore(hostDatastore, space),
})
