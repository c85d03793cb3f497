import type { CID } from '../cid/cid.ts'

/**
 * A value of the IPLD data model, as decoded from dag-cbor or dag-json. Integers are always `bigint` and floats
 * always `number`, because 1 and 1.0 are different blocks with different CIDs. Maps are `Map`s in the order of
 * the block, so that no key is special, not even `__proto__`.
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

/** Maximum nesting of lists and maps. */
export const MAX_DEPTH = 512

/**
 * Maximum number of lists, maps, links and byte strings in one block. Each takes a hundred times the memory of
 * its byte in the block: this bounds the memory for 2 MiB of empty maps.
 */
export const MAX_OBJECTS = 131_072

/** True for a list. `Array.isArray` does not narrow read-only arrays. */
export function isList(value: DagValue): value is readonly DagValue[] {
  return Array.isArray(value)
}
