import { CID } from '../../codec/cid/cid.ts'
import { type DagMap, type DagValue, isList } from '../../codec/ipld/dag-value.ts'
import { DomainError } from '../../errors.ts'

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

/**
 * Checked access to the fields of a dag-cbor map. Each getter throws `corrupt` when the field is missing or of
 * another type.
 */
export interface Fields {
  uint(name: string): bigint
  text(name: string): string
  flag(name: string): boolean
  link(name: string): CID
  /** The link, or `undefined` for null. */
  linkOrNull(name: string): CID | undefined
  list(name: string): readonly DagValue[]
  map(name: string): DagMap
}

/** Makes checked access to a map. `what` names it in errors. Throws `corrupt` for another type of value. */
export function fieldsOf(value: DagValue, what: string): Fields {
  if (!(value instanceof Map)) throw malformedValue(what, 'is no map')
  const map: DagMap = value
  const bad = (name: string, kind: string) => malformedValue(what, `field "${name}" is no ${kind}`)
  const link = (name: string): CID => linkOf(map.get(name), `${what}: field "${name}"`)
  return {
    uint: (name) => uintOf(map.get(name), `${what}: field "${name}"`),
    text(name) {
      const held = map.get(name)
      if (typeof held !== 'string') throw bad(name, 'text')
      return held
    },
    flag(name) {
      const held = map.get(name)
      if (typeof held !== 'boolean') throw bad(name, 'boolean')
      return held
    },
    link,
    linkOrNull: (name) => (map.get(name) === null ? undefined : link(name)),
    list(name) {
      const held = map.get(name)
      if (held === undefined || !isList(held)) throw bad(name, 'list')
      return held
    },
    map(name) {
      const held = map.get(name)
      if (!(held instanceof Map)) throw bad(name, 'map')
      return held
    },
  }
}

/** An unsigned 64-bit number. Throws `corrupt` for anything else. */
export function uintOf(value: DagValue | undefined, what: string): bigint {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_UINT64)
    throw malformedValue(what, 'is no uint64')
  return value
}

/** A link. Throws `corrupt` for anything else. */
export function linkOf(value: DagValue | undefined, what: string): CID {
  const cid = typeof value === 'object' && value !== null ? CID.asCID(value) : null
  if (!cid) throw malformedValue(what, 'is no link')
  return cid
}

export function malformedValue(what: string, why: string): DomainError {
  return new DomainError('corrupt', `Cannot read ${what}: ${why}`)
}
