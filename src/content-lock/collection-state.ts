import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import { applyChange } from '../state/change.ts'
import { keyOf } from '../state/keys.ts'

/** The state of collections that all processes of a storage share. */
export interface CollectionState {
  /** Incremented when a collection begins. An add holds the lock of the epoch in which it began. */
  readonly epoch: number
  /** The oldest epoch that may still have adds which do not know of the current collection. */
  readonly firstOpen: number
  /** A collection is running, or its process was killed. */
  readonly isActive: boolean
}

const KEY = keyOf('repo/collection')

const NEVER_COLLECTED: CollectionState = { epoch: 0, firstOpen: 0, isActive: false }

/**
 * A damaged row counts as the state that a killed collector leaves: the next add closes its collection. Adds of a
 * process that ran when the row was damaged may be taken for newer ones.
 */
export async function readCollectionState(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<CollectionState> {
  const value = await datastore.get(KEY, options)
  return value ? decode(value) : NEVER_COLLECTED
}

/** Changes the row atomically, and resolves to the new state. */
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
    // Counts as damaged, like a record without these fields.
  }
  return { ...NEVER_COLLECTED, isActive: true }
}
