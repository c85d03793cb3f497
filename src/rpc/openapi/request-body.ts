import type { AnyCommand } from '../declare/command.ts'
import type { CallExample } from './examples.ts'
import type { Json } from './json.ts'
import { takesArgumentsFromBody } from './parameters.ts'

/** The request body of a command, or `undefined`. */
export function requestBody(command: AnyCommand, example?: CallExample): Json | undefined {
  const { path, args, body, rawTypes = [] } = command
  if (body !== undefined) {
    const isOptional = body in args
    const content = multipart(body, filePart(path), {
      example: example?.body,
      encoding: path === 'add' ? ADD_ENCODING : undefined,
      isOptional,
    })
    const raw = Object.fromEntries(rawTypes.map((type) => [type, { schema: rawSchema(type) }]))
    return {
      required: !isOptional,
      description: DESCRIPTIONS[path] ?? FIRST_PART,
      content: { ...content, ...raw },
    }
  }
  if (!takesArgumentsFromBody(command)) return undefined
  return {
    description: 'In place of `arg`: the first part holds arguments, one a line.',
    content: multipart('arguments', { type: 'string' }, { isOptional: true }),
  }
}

/** The schema of a body that is not a form. */
const rawSchema = (type: string): Json =>
  type === 'application/json' ? { type: 'object' } : { type: 'string', contentMediaType: type }

const FIRST_PART = 'The first part is taken; its name does not matter.'
const EVERY_PART = 'Every part is taken, in order; their names do not matter.'
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  add: `${EVERY_PART} \`filename\` is the path, URL-encoded; parents are made. A part of type \`application/x-directory\` is a directory, one of \`application/symlink\` a link whose content is its target. Mode and modification time are in the query of the name: \`file?mode=0644&mtime=1700000000\`.`,
  'block/put': EVERY_PART,
  'dag/put': EVERY_PART,
  'dag/import': EVERY_PART,
}

function filePart(path: string): Json {
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }
  return path in DESCRIPTIONS ? { type: 'array', items: bytes } : bytes
}

const ADD_ENCODING = { contentType: 'application/octet-stream, application/x-directory, application/symlink' }

interface MultipartInit {
  readonly example?: string | undefined
  readonly encoding?: Json | undefined
  readonly isOptional: boolean
}

function multipart(name: string, schema: Json, { example, encoding, isOptional }: MultipartInit): Json {
  const sent = schema['type'] === 'array' ? [example] : example
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [name]: schema }, ...(!isOptional && { required: [name] }) },
      ...(encoding && { encoding: { [name]: encoding } }),
      ...(example !== undefined && { example: { [name]: sent } }),
    },
  }
}
