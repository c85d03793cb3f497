import {
  ENUMS,
  type Field,
  type MessageName,
  type Messages,
  SCHEMA,
} from '../../../proto/gen/ledger-schema.ts'
import { fromBase64 } from '../../codec/bytes/base64.ts'
import { decodeDagJson } from '../../codec/dag-json/decode-dag-json.ts'
import type { DagMap, DagValue } from '../../codec/ipld/dag-value.ts'
import { isDomainError } from '../../errors.ts'
import { malformed } from './malformed.ts'
import { defaultOf, type FieldValue, type Message } from './message.ts'

export interface JsonLimits {
  readonly maxBytes?: number
  /** Maximum number of lists and maps. */
  readonly maxObjects?: number
  /** Maximum number of all values. A value of two bytes can take a hundred in memory. */
  readonly maxValues?: number
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_OBJECTS = 262_144
const MAX_VALUES = 2_000_000

/**
 * Parses canonical proto3 JSON, and the variants that its parsers accept: declared names, integers as numbers or
 * texts, enums by name or number, URL-safe or unpadded base64, `null` for a default. Refuses unknown names and
 * duplicate fields. Absent fields get their default, and messages that are always present are created. Throws
 * `invalid-argument` (3000).
 */
export function recordFromJson<Name extends MessageName>(
  name: Name,
  text: Uint8Array,
  limits: JsonLimits = {},
): Messages[Name] {
  return readMessage(name, parse(name, text, limits), { path: name, isRecord: true }) as Messages[Name]
}

/** Like {@link recordFromJson}, but embedded messages that the text lacks are absent. */
export function messageFromJson(name: MessageName, text: Uint8Array, limits: JsonLimits = {}): Message {
  return readMessage(name, parse(name, text, limits), { path: name, isRecord: false })
}

/** Uses our own parser: `JSON.parse` rounds integers and silently takes the last of duplicate keys. */
function parse(
  name: MessageName,
  text: Uint8Array,
  { maxBytes = MAX_BYTES, maxObjects = MAX_OBJECTS, maxValues = MAX_VALUES }: JsonLimits,
): DagValue {
  try {
    return decodeDagJson(text, { maxBytes, maxObjects, maxValues, reserved: false })
  } catch (cause) {
    throw isDomainError(cause) ? malformed(name, cause.message, cause) : cause
  }
}

interface Place {
  readonly path: string
  readonly isRecord: boolean
}

function readMessage(name: MessageName, json: DagValue, { path, isRecord }: Place): Message {
  if (!(json instanceof Map)) throw malformed(path, 'not an object')
  const values = fieldsOf(name, json, path)
  const message: Record<string, FieldValue | undefined> = {}
  for (const field of SCHEMA[name]) {
    const place = { path: `${path}.${field.name}`, isRecord }
    const value = readField(field, values.get(field) ?? null, place)
    if (value !== undefined) message[field.name] = value
  }
  return message
}

/** The values by field. Each field has two accepted names. */
function fieldsOf(name: MessageName, json: DagMap, path: string): Map<Field, DagValue> {
  const values = new Map<Field, DagValue>()
  for (const [key, value] of json) {
    const field = SCHEMA[name].find((known) => known.name === key || known.declared === key)
    if (!field) throw malformed(path, `unknown field ${JSON.stringify(key.slice(0, 80))}`)
    if (values.has(field)) throw malformed(path, `field "${field.name}" is named twice`)
    values.set(field, value)
  }
  return values
}

function readField(field: Field, json: DagValue, place: Place): FieldValue | undefined {
  if (json === null) {
    const isEmpty = place.isRecord && field.type === 'message' && field.alwaysPresent
    return isEmpty ? readMessage(field.of, new Map(), place) : defaultOf(field)
  }
  if (!field.repeated) return readValue(field, json, place)
  if (!Array.isArray(json)) throw malformed(place.path, 'not a list')
  return json.map((item) => readValue(field, item, place))
}

function readValue(field: Field, json: DagValue, place: Place): FieldValue {
  const value = field.type === 'message' ? readMessage(field.of, json, place) : readScalar(field, json)
  if (value === undefined) throw malformed(place.path, `not a value of type ${field.type}`)
  return value
}

type ScalarField = Exclude<Field, { type: 'message' }>

function readScalar(field: ScalarField, json: DagValue): FieldValue | undefined {
  switch (field.type) {
    case 'string':
      return typeof json === 'string' ? json : undefined
    case 'bytes':
      return typeof json === 'string' ? fromBase64(json) : undefined
    case 'bool':
      return typeof json === 'boolean' ? json : undefined
    case 'uint64':
      return integer(json, { least: 0n, most: 2n ** 64n - 1n })
    case 'uint32':
      return smallInteger(json, { least: 0n, most: 2n ** 32n - 1n })
    case 'enum':
      return enumNumber(field.of, json) ?? smallInteger(json, { least: -(2n ** 31n), most: 2n ** 31n - 1n })
  }
}

function enumNumber(name: keyof typeof ENUMS, json: DagValue): number | undefined {
  const [, found] = Object.entries(ENUMS[name]).find(([key]) => key === json) ?? []
  return found
}

interface Range {
  readonly least: bigint
  readonly most: bigint
}

function smallInteger(json: DagValue, range: Range): number | undefined {
  const value = integer(json, range)
  return value === undefined ? undefined : Number(value)
}

function integer(json: DagValue, { least, most }: Range): bigint | undefined {
  const value = exactInteger(json)
  return value !== undefined && value >= least && value <= most ? value : undefined
}

/** Accepts a number with a fraction or exponent if it is an exact integer. */
function exactInteger(json: DagValue): bigint | undefined {
  if (typeof json === 'bigint') return json
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined
  return typeof json === 'string' && /^-?[0-9]{1,20}$/.test(json) ? BigInt(json) : undefined
}
