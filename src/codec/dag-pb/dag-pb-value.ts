import { DomainError } from '../../errors.ts'
import { CID } from '../cid/cid.ts'
import { type DagMap, type DagValue, isList } from '../ipld/dag-value.ts'
import { wrongKind } from '../ipld/wrong-kind.ts'
import { decodeDagPb, encodeDagPb, type PBLink } from './dag-pb.ts'

/** Decodes a dag-pb block to the data model: `Data`, if present, and `Links`. Throws `corrupt`. */
export function decodeDagPbValue(bytes: Uint8Array): DagMap {
  const { Data, Links } = decodeDagPb(bytes)
  const fields = new Map<string, DagValue>()
  if (Data !== undefined) fields.set('Data', Data)
  return fields.set('Links', Links.map(linkValue))
}

/**
 * Encodes such a value, with its links sorted stably by the bytes of their names. Throws `invalid-argument` for
 * any other value: other fields or kinds, a link without `Hash`. Spec: DAG-PB, logical format.
 */
export function encodeDagPbValue(value: DagValue): Uint8Array {
  const fields = fieldsOf(value, { type: 'PBNode', known: ['Data', 'Links'] })
  const data = fields.get('Data')
  const links = fields.get('Links')
  if (data !== undefined && !(data instanceof Uint8Array)) throw refused(wrongKind(data, 'bytes'))
  if (links === undefined) throw refused('missing required fields: Links')
  if (!isList(links)) throw refused(wrongKind(links, 'list'))
  return encodeDagPb({ ...(data && { Data: data }), Links: links.map(linkOf) })
}

function linkValue({ Hash, Name, Tsize }: PBLink): DagValue {
  const fields = new Map<string, DagValue>([['Hash', Hash]])
  if (Name !== undefined) fields.set('Name', Name)
  if (Tsize !== undefined) fields.set('Tsize', BigInt(Tsize))
  return fields
}

function linkOf(value: DagValue): PBLink {
  const fields = fieldsOf(value, { type: 'PBLink', known: ['Hash', 'Name', 'Tsize'] })
  const [target, name, size] = [fields.get('Hash'), fields.get('Name'), fields.get('Tsize')]
  if (target === undefined) throw refused('missing required fields: Hash')
  const hash = CID.asCID(target)
  if (!hash) throw refused(wrongKind(target, 'link'))
  if (name !== undefined && typeof name !== 'string') throw refused(wrongKind(name, 'string'))
  const isSize = typeof size === 'bigint' && size >= 0n && size <= BigInt(Number.MAX_SAFE_INTEGER)
  if (size !== undefined && !isSize) throw refused(`Link has negative Tsize value [${size}]`)
  return { Hash: hash, ...(name !== undefined && { Name: name }), ...(isSize && { Tsize: Number(size) }) }
}

/** The fields of a map that has no others. `type` is their name in the reference implementation. */
function fieldsOf(
  value: DagValue,
  { type, known }: { readonly type: 'PBNode' | 'PBLink'; readonly known: readonly string[] },
): DagMap {
  if (!(value instanceof Map)) throw refused(wrongKind(value, 'map'))
  const other = [...value.keys()].find((key) => !known.includes(key))
  if (other === undefined) return value
  throw refused(`invalid key for map dagpb.${type}: ${JSON.stringify(other.slice(0, 80))}: no such field`)
}

function refused(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
