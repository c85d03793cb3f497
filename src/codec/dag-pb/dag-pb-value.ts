import { DomainError } from '../../errors.ts'
import { CID } from '../cid/cid.ts'
import { type DagMap, type DagValue, isList } from '../ipld/dag-value.ts'
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
  const fields = fieldsOf(value, ['Data', 'Links'])
  const data = fields.get('Data')
  const links = fields.get('Links')
  if (data !== undefined && !(data instanceof Uint8Array)) throw refused('Data is no byte string')
  if (links === undefined || !isList(links)) throw refused('Links is no list')
  return encodeDagPb({ ...(data && { Data: data }), Links: links.map(linkOf) })
}

function linkValue({ Hash, Name, Tsize }: PBLink): DagValue {
  const fields = new Map<string, DagValue>([['Hash', Hash]])
  if (Name !== undefined) fields.set('Name', Name)
  if (Tsize !== undefined) fields.set('Tsize', BigInt(Tsize))
  return fields
}

function linkOf(value: DagValue): PBLink {
  const fields = fieldsOf(value, ['Hash', 'Name', 'Tsize'])
  const [hash, name, size] = [CID.asCID(fields.get('Hash')), fields.get('Name'), fields.get('Tsize')]
  if (!hash) throw refused('Hash is no link')
  if (name !== undefined && typeof name !== 'string') throw refused('Name is no text')
  const isSize = typeof size === 'bigint' && size >= 0n && size <= BigInt(Number.MAX_SAFE_INTEGER)
  if (size !== undefined && !isSize) throw refused('Tsize is no size')
  return { Hash: hash, ...(name !== undefined && { Name: name }), ...(isSize && { Tsize: Number(size) }) }
}

function fieldsOf(value: DagValue, known: readonly string[]): DagMap {
  if (!(value instanceof Map)) throw refused('no map')
  const other = [...value.keys()].find((key) => !known.includes(key))
  if (other !== undefined) throw refused(`field ${JSON.stringify(other.slice(0, 80))} is unknown`)
  return value
}

function refused(reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot write dag-pb node: ${reason}`)
}
