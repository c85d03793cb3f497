import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../ports/datastore.ts'

/** What one change of the Datastore writes, and what it takes for granted. */
export interface Change {
  readonly operations: readonly Operation[]
  readonly expect: readonly Expectation[]
}

/** So often a change is planned anew when others were faster; each time one of them got through. */
const MAX_ATTEMPTS = 16

/**
 * Reads, decides and writes as one step: `plan` reads and returns a change, which is applied only when what
 * it expects still holds; otherwise `plan` runs again. A change without operations is not written.
 *
 * Throws `failed-precondition` after 16 attempts, and whatever `plan` throws.
 */
export async function applyChange(
  datastore: Pick<Datastore, 'batch'>,
  plan: () => Promise<Change>,
  options: AbortOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { operations, expect } = await plan()
    if (operations.length === 0) return
    try {
      return await datastore.batch(operations, expect, options)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isDomainError(error, 'failed-precondition')) throw error
    }
  }
}
