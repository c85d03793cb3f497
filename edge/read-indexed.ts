import { DomainError } from '../src/errors.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { BlockIndex } from './block-index.ts'
import type { BlockObjects } from './block-objects.ts'
import type { EdgePacks } from './packs.ts'

/** Maximum number of lookups, since the pack of a block may be rewritten between lookup and read. */
const MAX_LOOKS = 4

interface Stores extends AbortOptions {
  readonly index: BlockIndex
  readonly objects: BlockObjects
  readonly packs: Pick<EdgePacks, 'read'>
}

/**
 * Reads a block from the place that its row names. `undefined` when there is no row. Throws `corrupt` when the
 * object of the row is missing.
 */
export async function readIndexed(
  key: string,
  { index, objects, packs, signal }: Stores,
): Promise<Uint8Array | undefined> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const held = index.find(key)
    if (!held) return undefined
    if (held.bytes) return held.bytes
    const { sizeBytes, place } = held
    const bytes = place
      ? await packs.read({ ...place, sizeBytes }, { signal })
      : await objects.read(key, sizeBytes, { signal })
    if (bytes?.byteLength === sizeBytes) return bytes
    const now = index.stat(key)
    if (!now) return undefined
    if (now.hasObject === held.hasObject && now.place?.pack === place?.pack) break
  }
  throw new DomainError('corrupt', `Cannot read block "${key}": indexed, but not in the bucket`)
}
