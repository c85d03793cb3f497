import { isDomainError } from '../errors.ts'
import type { StoreWriteOptions } from '../ports/abort.ts'
import type { Datastore, Expectation, Operation } from '../ports/datastore.ts'

/** The operations of a change, and the values that it expects. */
export interface ConditionalBatch {
  readonly operations: readonly Operation[]
  readonly expect: readonly Expectation[]
}

/** Maximum number of attempts. Each failed attempt means that a concurrent change succeeded. */
const MAX_ATTEMPTS = 16

/**
 * Makes an atomic read-modify-write change. `plan` reads and returns a change, which is applied only if its
 * expectations still hold. Otherwise `plan` runs again. A change without operations is not written.
 *
 * Throws `failed-precondition` after 16 attempts, and the errors of `plan`.
 */
export async function applyChange(
  datastore: Pick<Datastore, 'batch'>,
  plan: () => Promise<ConditionalBatch>,
  options: StoreWriteOptions = {},
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
