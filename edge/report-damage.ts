import { DomainError } from '../src/errors.ts'
import type { Logger } from '../src/ports/logger.ts'
import { DAMAGED, isDamage } from './damage.ts'

/**
 * Wraps a store in the object's database. Where pages of the database are damaged, its calls throw `unavailable` with
 * what the owner can do, in place of an error that surfaces hide. The first such error is logged. It is not `corrupt`,
 * which is the error of a single block: a block must not be removed because the database cannot be read.
 */
export function reportDamage<Store extends object>(store: Store, logger: Logger): Store {
  let isLogged = false
  const rethrow = (error: unknown): never => {
    if (!isDamage(error)) throw error
    if (!isLogged) logger.log('error', 'app', DAMAGED, { error })
    isLogged = true
    throw new DomainError('unavailable', DAMAGED, { cause: error })
  }
  async function* guardItems(items: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    try {
      yield* items
    } catch (error) {
      rethrow(error)
    }
  }
  const guarded = Object.entries(store).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member]
    const guard = (...args: readonly unknown[]): unknown => {
      const result = member(...args)
      if (result instanceof Promise) return result.catch(rethrow)
      return Symbol.asyncIterator in Object(result) ? guardItems(result) : result
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded)
}
