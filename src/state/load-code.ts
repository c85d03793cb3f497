import { DomainError } from '../errors.ts'

/**
 * Loads code of this build that few calls need. `what` names it in the error, such as `the calendar`. Throws
 * `unavailable` when it cannot be read: the server of a page may be gone, or have another version.
 */
export async function loadCode<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new DomainError('unavailable', `Cannot load ${what}: the code cannot be read`, { cause })
  }
}
