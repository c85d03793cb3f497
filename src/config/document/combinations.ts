import { dagShape } from '../../unixfs/dag/dag-shape.ts'
import { type ConfigObject, isSameJson } from './config-value.ts'
import { findValue } from './document-path.ts'
import { mountsIn, refuseTaken } from './mounts.ts'

/**
 * Refuses values of a whole document that are valid only alone. Those that `before` has already are left, so that an
 * owner can change other settings. Throws `invalid-argument`.
 */
export function refuseCombinations(before: ConfigObject, after: ConfigObject): void {
  const mounts = mountsIn(after)
  if (!isSameJson({ ...mounts }, { ...mountsIn(before) })) refuseTaken(mounts)
  const cids = cidOptionsIn(after)
  if (!isSameJson({ ...cids }, { ...cidOptionsIn(before) })) {
    dagShape({ hash: cids.hash ?? undefined, cidVersion: cids.cidVersion ?? undefined })
  }
}

/** `null` for what is not set. */
function cidOptionsIn(document: ConfigObject) {
  const hash = findValue(document, 'Import.HashFunction') ?? null
  const version = findValue(document, 'Import.CidVersion') ?? null
  return { hash: hash === null ? null : String(hash), cidVersion: version === null ? null : Number(version) }
}
