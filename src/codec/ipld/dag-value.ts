import type { CID } from '../cid/cid.ts'

/**
 * What a block of dag-cbor or dag-json says, as the data model has it. Integers are always `bigint` and
 * floats always `number`, because 1 and 1.0 are different blocks with different CIDs; maps are `Map`s in the
 * order of the block, so that no key, not even `__proto__`, is special.
 */
export type DagValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CID
  | readonly DagValue[]
  | DagMap

export type DagMap = ReadonlyMap<string, DagValue>

/** Deepest nesting of lists and maps that is read or written. */
export const MAX_DEPTH = 512

/**
 * Most lists, maps, links and byte strings of one block. Each costs a hundred times the byte that names it:
 * this bounds what 2 MiB of nothing but empty maps can take.
 */
export const MAX_OBJECTS = 131_072

/** True for a list. `Array.isArray` does not see read-only ones. */
export function isList(value: DagValue): value is readonly DagValue[] {
  return Array.isArray(value)
}
