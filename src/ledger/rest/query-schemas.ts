import { ENUMS, type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'

type Schema = Readonly<Record<string, unknown>>

/** Schemas of these messages and of all nested messages, in the format of `toRestJson`. */
export function messageSchemas(names: readonly MessageName[]): Readonly<Record<string, Schema>> {
  const schemas: Record<string, Schema> = {}
  const waiting = [...names]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (schemas[name]) continue
    const fields = SCHEMA[name]
    schemas[name] = {
      type: 'object',
      required: fields.map(({ declared }) => declared),
      properties: Object.fromEntries(fields.map((field) => [field.declared, fieldSchema(field)])),
    }
    for (const field of fields) if (field.type === 'message') waiting.push(field.of)
  }
  return schemas
}

export function schemaRef(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

export const WHOLE_NUMBER: Schema = { type: 'string', pattern: '^[0-9]+$', description: 'A 64-bit integer.' }

function fieldSchema(field: Field): Schema {
  const one = valueSchema(field)
  if (field.repeated) return { type: 'array', items: one }
  const mayBeNull = field.type === 'message' && !field.alwaysPresent
  return mayBeNull ? { oneOf: [one, { type: 'null' }] } : one
}

function valueSchema(field: Field): Schema {
  switch (field.type) {
    case 'message':
      return schemaRef(field.of)
    case 'enum':
      return { enum: Object.keys(ENUMS[field.of]) }
    case 'bytes':
      return { type: ['string', 'null'], contentEncoding: 'base64' }
    case 'bool':
      return { type: 'boolean' }
    case 'uint32':
      return { type: 'integer' }
    case 'uint64':
      return WHOLE_NUMBER
    case 'string':
      return { type: 'string' }
  }
}
