import { type ConfigObject, isSameJson } from './config-value.ts'
import { mountsIn, refuseTaken } from './mounts.ts'

/**
 * Refuses values of a whole document that are valid only alone. Those that `before` has already are left, so that an
 * owner can change other settings. Throws `invalid-argument`.
 */
export function refuseCombinations(before: ConfigObject, after: ConfigObject): void {
  const mounts = mountsIn(after)
  if (!isSameJson({ ...mounts }, { ...mountsIn(before) })) refuseTaken(mounts)
}
