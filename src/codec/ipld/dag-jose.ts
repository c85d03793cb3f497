import { attempt, DomainError } from '../../errors.ts'
import { fromBase64Url, toBase64Url } from '../bytes/base64url.ts'
import { decodeCid } from '../cid/cid-bytes.ts'
import { type DecodeOptions, decodeDagCbor } from '../dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../dag-cbor/encode-dag-cbor.ts'
import { type DagMap, type DagValue, isList } from './dag-value.ts'

/**
 * Decodes a dag-jose block (a JWS or a JWE) to its JSON serialization: byte strings become base64url text, and
 * a JWS gets the field `link`, the CID in its payload. Throws `corrupt` for any other dag-cbor.
 *
 * Spec: DAG-JOSE codec. Fields that the specification does not name are rejected.
 */
export function decodeDagJose(bytes: Uint8Array, options?: DecodeOptions): DagMap {
  const block = decodeDagCbor(bytes, options)
  if (!(block instanceof Map)) throw corrupt('no map')
  const isEncrypted = block.has('ciphertext')
  const fields = read(block, isEncrypted ? JWE : JWS, { bytes: encodeText, fail: corrupt })
  if (isEncrypted) return fields
  const payload = block.get('payload')
  const link = payload instanceof Uint8Array ? attempt(() => decodeCid(payload)) : undefined
  if (!link) throw corrupt('payload is no CID')
  return new Map([['link', link], ...fields])
}

/**
 * Encodes a JWS or a JWE, in general or flattened JSON serialization, as a dag-jose block. Other fields of the
 * message are dropped, including `link`, as by the reference. Throws `invalid-argument` for any other value.
 * Spec: DAG-JOSE codec.
 */
export function encodeDagJose(value: DagValue): Uint8Array {
  if (!(value instanceof Map)) throw refused('no map')
  const isEncrypted = value.has('ciphertext')
  if (!isEncrypted && !value.has('payload')) throw new DomainError('invalid-argument', 'invalid JOSE object')
  const [shape, list, item] = isEncrypted ? [JWE, 'recipients', RECIPIENT] : [JWS, 'signatures', SIGNATURE]
  const general = unflatten(value, { list, item: Object.keys(item).filter((name) => !(name in shape)) })
  const known = [...general].filter(([name]) => Object.hasOwn(shape, name))
  const fields = read(new Map(known), shape, { bytes: decodeText, fail: refused })
  if (!isEncrypted) assertSigned(fields)
  return encodeDagCbor(fields)
}

/**
 * `text!` is required base64url text, `text` optional text, `any` data without links. A nested shape is a list
 * of maps.
 */
type Shape = { readonly [name: string]: 'text' | 'text!' | 'any' | Shape }

const RECIPIENT: Shape = { header: 'any', encrypted_key: 'text' }
const JWE: Shape = {
  aad: 'text',
  ciphertext: 'text!',
  iv: 'text',
  protected: 'text',
  recipients: RECIPIENT,
  tag: 'text',
  unprotected: 'any',
}
const SIGNATURE: Shape = { header: 'any', protected: 'text', signature: 'text!' }
const JWS: Shape = { payload: 'text!', signatures: SIGNATURE }

interface Reading {
  /** Converts between byte strings and text. `undefined` for any other value. */
  readonly bytes: (value: DagValue) => DagValue | undefined
  readonly fail: (reason: string) => DomainError
}

function read(map: DagMap, shape: Shape, reading: Reading): Map<string, DagValue> {
  const { bytes, fail } = reading
  for (const name of map.keys()) {
    if (!Object.hasOwn(shape, name)) throw fail(`field ${JSON.stringify(name.slice(0, 80))} is unknown`)
  }
  const fields = new Map<string, DagValue>()
  for (const [name, kind] of Object.entries(shape)) {
    const value = map.get(name)
    if (value === undefined) {
      if (kind === 'text!') throw fail(`field "${name}" is missing`)
    } else if (typeof kind === 'string') {
      const converted = kind === 'any' ? value : bytes(value)
      if (converted === undefined) throw fail(`field "${name}" has the wrong type`)
      if (kind === 'any' && !isHeader(value)) throw fail(`field "${name}" holds what no header may`)
      fields.set(name, converted)
    } else {
      const items = isList(value) ? value : undefined
      const maps = items?.filter((item): item is DagMap => item instanceof Map)
      if (!maps || maps.length !== items?.length) throw fail(`field "${name}" is no list of maps`)
      fields.set(
        name,
        maps.map((item) => read(item, kind, reading)),
      )
    }
  }
  return fields
}

/** Moves the fields of a flattened serialization into a list with one item. */
function unflatten(value: DagMap, { list, item }: { list: string; item: readonly string[] }): DagMap {
  // `protected` is a field of the message in a JWE, and of the signature in a JWS.
  const own = list === 'signatures' ? [...item, 'protected'] : item
  const moved = [...value].filter(([name]) => own.includes(name))
  const items = value.get(list)
  if (items !== undefined) {
    if (moved.length > 0) throw refused(`field "${moved[0]?.[0]}" beside "${list}"`)
    return isEmptyRecipient(list, items) ? new Map([...value].filter(([name]) => name !== list)) : value
  }
  return moved.length === 0 ? value : new Map([...value, [list, [new Map(moved)]]])
}

/** True for a single recipient without fields, which is equivalent to none and encoded so. */
function isEmptyRecipient(list: string, items: DagValue): boolean {
  if (list !== 'recipients' || !isList(items)) return false
  if (items.length === 0) throw refused('field "recipients" is empty')
  return items[0] instanceof Map && items[0].size === 0
}

function assertSigned(fields: DagMap): void {
  const payload = fields.get('payload')
  if (!(payload instanceof Uint8Array) || !attempt(() => decodeCid(payload))) {
    throw refused('payload is not a valid CID')
  }
  if (!fields.has('signatures')) throw refused('field "signature" is missing')
}

/** True for a valid header: text, numbers, lists and maps without links, as in the codec's schema. */
function isHeader(value: DagValue): boolean {
  if (value instanceof Map) return [...value.values()].every(isHeader)
  if (isList(value)) return value.every(isHeader)
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number'
}

function encodeText(value: DagValue): string | undefined {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? toBase64Url(value) : undefined
}

function decodeText(value: DagValue): Uint8Array | undefined {
  // The library accepts padding, which JOSE serializations do not have.
  return typeof value === 'string' && !value.includes('=') ? fromBase64Url(value) : undefined
}

function corrupt(reason: string): DomainError {
  return new DomainError('corrupt', `Cannot read dag-jose node: ${reason}`)
}

function refused(reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot write dag-jose node: ${reason}`)
}
