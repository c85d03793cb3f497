import { CID } from '../cid/cid.ts'
import { type DagValue, isList } from './dag-value.ts'

/** The kind of a value in the IPLD data model. */
type Kind = 'null' | 'bool' | 'int' | 'float' | 'string' | 'bytes' | 'list' | 'map' | 'link'

/** The text of the reference implementation for a value of another kind than an encoder needs. */
export function wrongKind(value: DagValue, needed: Kind): string {
  const kind = kindOf(value)
  const method = `As${needed.charAt(0).toUpperCase()}${needed.slice(1)}`
  return `func called on wrong kind: "${method}" called on a ${kind} node (kind: ${kind}), but only makes sense on ${needed}`
}

const KINDS: Readonly<Record<string, Kind>> = {
  boolean: 'bool',
  bigint: 'int',
  number: 'float',
  string: 'string',
}

function kindOf(value: DagValue): Kind {
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Map) return 'map'
  if (isList(value)) return 'list'
  return CID.asCID(value) ? 'link' : (KINDS[typeof value] ?? 'map')
}
