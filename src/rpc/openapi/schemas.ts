import * as z from 'zod/mini'
import type { AnyCommand } from '../declare/command.ts'
import type { Json } from './json.ts'
import { operationId } from './operation-id.ts'

export interface ReplySchemas {
  /** JSON Schemas by name. */
  readonly schemas: Json
  /** A reference to the schema of a command's reply. `undefined` for bytes and for empty replies. */
  readonly refOf: (command: AnyCommand) => Json | undefined
}

/** The schemas of all replies, each named after the first command that uses it. */
export function replySchemas(registry: readonly AnyCommand[]): ReplySchemas {
  const named = z.registry<{ id: string }>()
  for (const { path, reply } of registry) {
    if (reply.schema && !named.has(reply.schema))
      named.add(reply.schema, { id: `${upperFirst(operationId(path))}Reply` })
  }
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `${BASE}${id}`,
    // Fields may be added later, so clients must accept unknown ones.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)])),
    refOf: ({ reply }) => {
      const id = reply.schema && named.get(reply.schema)?.id
      return id === undefined ? undefined : { $ref: `${BASE}${id}` }
    },
  }
}

const BASE = '#/components/schemas/'

/** Removes keywords that only a schema in a file of its own needs. */
function plain({ $schema: _, $id: __, ...schema }: Json): Json {
  return schema
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
