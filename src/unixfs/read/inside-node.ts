import { CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { type DagValue, isList } from '../../codec/ipld/dag-value.ts'

/** The result of following names inside one node: exactly one of `value`, `link` and `missing` is set. */
export interface Descent {
  /** The value under the last name. */
  readonly value?: DagValue
  /** The first link on the path; `unused` are the names after it. */
  readonly link?: CID
  readonly unused: readonly string[]
  /** The first name that was not found. */
  readonly missing?: string
}

/** Field names of dag-pb nodes in the 0.9 API. Spec gap: real clients of both generations use them in paths. */
const OLD_FIELDS: ReadonlyMap<string, string> = new Map([
  ['data', 'Data'],
  ['links', 'Links'],
  ['Cid', 'Hash'],
  ['Size', 'Tsize'],
])

/** Follows names inside a node, through maps by key and lists by index, up to the first link. */
export function descend({ code }: CID, node: DagValue, names: readonly string[]): Descent {
  const fields = code === DAG_PB_CODEC ? OLD_FIELDS : undefined
  let value = node
  for (const [at, name] of names.entries()) {
    const link = linkOf(value)
    if (link) return { link, unused: names.slice(at) }
    const own = childOf(value, name)
    const next = own === undefined ? childOf(value, fields?.get(name)) : own
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
