import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import { applyChange } from '../state/change.ts'
import { keyOf } from '../state/keys.ts'

/** What every process of a storage has to know of collections. */
export interface CollectionState {
  /** Goes up by one when a collection begins. Those who add hold the lock of the epoch in which they began. */
  readonly epoch: number
  /** The first epoch in which somebody may still add who has not heard of the collection under way. */
  readonly firstOpen: number
  /** A collection is under way, or its process was killed in it. */
  readonly isActive: boolean
}

const KEY = keyOf('repo/collection')

const NEVER_COLLECTED: CollectionState = { epoch: 0, firstOpen: 0, isActive: false }

/** Throws `corrupt` when the row is not one that this module wrote. */
export async function readCollectionState(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<CollectionState> {
  const value = await datastore.get(KEY, options)
  return value ? decode(value) : NEVER_COLLECTED
}

/** Changes the row as one step, and resolves to what is there then. */
export async function changeCollectionState(
  datastore: Pick<Datastore, 'get' | 'batch'>,
  change: (state: CollectionState) => CollectionState,
  options: AbortOptions = {},
): Promise<CollectionState> {
  let changed = NEVER_COLLECTED
  const plan = async () => {
    const value = await datastore.get(KEY, options)
    changed = change(value ? decode(value) : NEVER_COLLECTED)
    return {
      operations: [{ type: 'put' as const, key: KEY, value: keyOf(JSON.stringify(changed)) }],
      expect: [{ key: KEY, value }],
    }
  }
  await applyChange(datastore, plan, options)
  return changed
}

function decode(value: Uint8Array): CollectionState {
  try {
    const { epoch, firstOpen, isActive }: Record<string, unknown> = JSON.parse(
      new TextDecoder().decode(value),
    )
    if (typeof epoch === 'number' && typeof firstOpen === 'number' && typeof isActive === 'boolean') {
      return { epoch, firstOpen, isActive }
    }
  } catch {
    // What follows says it.
  }
  throw new DomainError('corrupt', 'Cannot read state of collection: not a record of it')
}
