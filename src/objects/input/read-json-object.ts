import { DomainError } from '../../errors.ts'
import type { WrittenLink, WrittenObject } from './written-object.ts'

/**
 * Reads `{"Data":"…","Links":[{"Name":"…","Hash":"…","Size":1}]}`. Fields may be absent or null, and their names in
 * any case; of one that comes twice the last counts.
 *
 * Throws `invalid-argument` for what is not JSON, a field of another kind and an unknown field.
 * Spec: RPC document, `/object/put`; its reference implementation's texts.
 */
export function readJsonObject(bytes: Uint8Array): WrittenObject {
  const fields = fieldsOf(parse(bytes), ['data', 'links'])
  const links = fields.get('links') ?? []
  if (!Array.isArray(links)) throw mistyped('Links')
  return { data: textOf(fields, 'data'), links: links.map(readLink) }
}

function readLink(value: unknown): WrittenLink {
  const fields = fieldsOf(value, ['name', 'hash', 'size'])
  const size = fields.get('size') ?? 0
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) throw mistyped('Size')
  return { name: textOf(fields, 'name'), hash: textOf(fields, 'hash'), size }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new DomainError('invalid-argument', 'json: cannot parse input', { cause })
  }
}

/** The fields by their names in lower case; none of null. */
function fieldsOf(value: unknown, known: readonly string[]): ReadonlyMap<string, unknown> {
  if (value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) throw mistyped('Node')
  return new Map(
    Object.entries(value).map(([name, field]) => {
      const lower = name.toLowerCase()
      if (!known.includes(lower)) {
        throw new DomainError('invalid-argument', `json: unknown field ${JSON.stringify(name.slice(0, 80))}`)
      }
      return [lower, field]
    }),
  )
}

function textOf(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name) ?? ''
  if (typeof value === 'string') return value
  throw mistyped(name)
}

function mistyped(field: string): DomainError {
  return new DomainError('invalid-argument', `json: cannot unmarshal field ${field} of an object`)
}
