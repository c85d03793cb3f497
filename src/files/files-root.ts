import { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions, StoreWriteOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { applyChange } from '../state/change.ts'
import { keyOf } from '../state/keys.ts'
import type { PathReader } from '../unixfs/dag/path-reader.ts'

/** The row of the root. */
export const ROOT_ROW = keyOf('files/root')

/** Name of the lock for changes of the root: concurrent changes wait instead of repeating work. */
export const ROOT_LOCK = 'files/root'

/** An empty directory: the root before the first change. Its block is not stored; {@link withEmptyRoot} supplies it. */
export const EMPTY_ROOT = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const EMPTY_ROOT_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

/** A reader that also has the block of {@link EMPTY_ROOT}. */
export function withEmptyRoot(blocks: PathReader): PathReader {
  return {
    ...blocks,
    get: async (cid, options) => (cid.equals(EMPTY_ROOT) ? EMPTY_ROOT_BYTES : await blocks.get(cid, options)),
  }
}

/** The stored root; `undefined` before the first change. Throws `corrupt` for a malformed row. */
export async function storedRoot(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<CID | undefined> {
  const value = await datastore.get(ROOT_ROW, options)
  return value && decode(value)
}

export interface RootStorage {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly locks: Pick<Locks, 'exclusive'>
}

/** Resolves to the root that replaces this one, which is an empty directory where its row is damaged. */
export type MovePlan = (root: CID, isDamaged: boolean) => Promise<CID>

export interface MoveRootOptions extends StoreWriteOptions {
  /** Takes a malformed row for that of an empty directory, to replace it. */
  readonly mayBeDamaged?: boolean | undefined
}

/**
 * Replaces the root by the result of `plan`, whose blocks are stored by then. The batch expects the root that
 * `plan` was given; if another process was faster, `plan` runs again. Resolves to the new root. Throws `corrupt` for
 * a malformed row.
 */
export async function moveRoot(
  { datastore, locks }: RootStorage,
  plan: MovePlan,
  { mayBeDamaged = false, ...options }: MoveRootOptions = {},
): Promise<CID> {
  let moved = EMPTY_ROOT
  const change = async () => {
    const value = await datastore.get(ROOT_ROW, options)
    const held = value && (mayBeDamaged ? decodeWhole(value) : decode(value))
    const root = held ?? EMPTY_ROOT
    moved = await plan(root, value !== undefined && held === undefined)
    if (held && moved.equals(root)) return { operations: [], expect: [] }
    return {
      operations: [{ type: 'put' as const, key: ROOT_ROW, value: moved.bytes }],
      expect: [{ key: ROOT_ROW, value }],
    }
  }
  await locks.exclusive(ROOT_LOCK, () => applyChange(datastore, change, options), options)
  return moved
}

function decodeWhole(value: Uint8Array): CID | undefined {
  try {
    return decode(value)
  } catch {
    return undefined
  }
}

function decode(value: Uint8Array): CID {
  try {
    return CID.decode(value)
  } catch (cause) {
    throw new DomainError(
      'corrupt',
      'Cannot read root of the mutable namespace: the row is damaged. Call "files/chroot" with "confirm" and the CID of a directory to set another, before blocks are removed',
      { cause },
    )
  }
}
