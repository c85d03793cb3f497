import { CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { type DagValue, isList } from '../../codec/ipld/dag-value.ts'

/** Where names lead inside one node: exactly one of `value`, `link` and `missing` is there. */
export interface Descent {
  /** What the last name stands for. */
  readonly value?: DagValue
  /** The first link on the way; `unused` names are left to follow behind it. */
  readonly link?: CID
  readonly unused: readonly string[]
  /** The first name that stands for nothing. */
  readonly missing?: string
}

/**
 * Fields of dag-pb nodes as the 0.9 API spelled them. Spec gap: real clients of both generations go through
 * nodes by these.
 */
const OLD_FIELDS: ReadonlyMap<string, string> = new Map([
  ['data', 'Data'],
  ['links', 'Links'],
  ['Cid', 'Hash'],
  ['Size', 'Tsize'],
])

/** Follows names through a node's maps by their keys and its lists by their indexes, up to the first link. */
export function descend({ code }: CID, node: DagValue, names: readonly string[]): Descent {
  const fields = code === DAG_PB_CODEC ? OLD_FIELDS : undefined
  let value = node
  for (const [at, name] of names.entries()) {
    const link = linkOf(value)
    if (link) return { link, unused: names.slice(at) }
    const next = childOf(value, name) ?? childOf(value, fields?.get(name))
    if (next === undefined) return { missing: name, unused: names.slice(at) }
    value = next
  }
  const link = linkOf(value)
  return link ? { link, unused: [] } : { value, unused: [] }
}

function linkOf(value: DagValue): CID | undefined {
  return CID.asCID(value) ?? undefined
}

function childOf(value: DagValue, name: string | undefined): DagValue | undefined {
  if (name === undefined) return undefined
  if (value instanceof Map) return value.get(name)
  if (value !== null && typeof value === 'object' && !(value instanceof Uint8Array) && isList(value)) {
    return /^(0|[1-9][0-9]{0,15})$/.test(name) ? value[Number(name)] : undefined
  }
  return undefined
}
