import type { AnyCommand } from '../declare/command.ts'
import type { CallExample } from './examples.ts'
import type { Json } from './json.ts'

/** The responses of a command: its reply, and references to the shared errors. */
export function commandResponses(command: AnyCommand, schema: Json | undefined, example?: CallExample): Json {
  return { '200': success(command, schema, example), ...ERROR_REFERENCES }
}

/** The shared error responses. */
export const ERROR_RESPONSES: Json = {
  Malformed: {
    description:
      'The request is malformed: text. Or the command found its caller at fault: an error with `Code` 1.',
    content: { ...textContent('argument "key" is required\n'), ...errorContent(1) },
  },
  Forbidden: {
    description: 'A page of a foreign origin, a caller without the right, or a host that is closed.',
    content: textContent('403 - Forbidden\n'),
  },
  NoSuchCommand: {
    description: 'No command has this path. Content that is absent is a 500.',
    content: textContent('404 page not found\n'),
  },
  TooManyAttempts: {
    description: 'Too many wrong tokens: `Retry-After` says when the next one is looked at.',
    content: textContent('Too many failed attempts: try again in 60 seconds\n'),
  },
  NotPost: { description: 'Another method than POST.', content: textContent('405 - Method Not Allowed\n') },
  Failed: {
    description: 'The command failed before its first byte of output; absent content is reported so too.',
    content: errorContent(0),
  },
}

/** The body of an error, and the last line of a reply that fails after its first byte. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['Message', 'Code', 'Type'],
  properties: {
    Message: { type: 'string' },
    Code: {
      type: 'integer',
      enum: [0, 1, 2, 3, 4],
      description: "0 normal, 1 the caller's fault, 2 the node's, 3 too many calls, 4 forbidden.",
    },
    Type: { type: 'string', const: 'error' },
    Details: {
      type: 'object',
      required: ['codespace', 'code'],
      properties: { codespace: { type: 'string' }, code: { type: 'integer' } },
      description: 'Of the ledger alone: together they identify the error.',
    },
  },
}

const ERROR_REFERENCES: Json = {
  '400': { $ref: '#/components/responses/Malformed' },
  '403': { $ref: '#/components/responses/Forbidden' },
  '404': { $ref: '#/components/responses/NoSuchCommand' },
  '405': { $ref: '#/components/responses/NotPost' },
  '429': { $ref: '#/components/responses/TooManyAttempts' },
  '500': { $ref: '#/components/responses/Failed' },
}

function success(command: AnyCommand, schema: Json | undefined, example?: CallExample): Json {
  const { kind } = command.reply
  const content = kind === 'bytes' ? { '*/*': {} } : valueContent(command, schema, example)
  return {
    description: DESCRIPTIONS[kind],
    ...(kind !== 'json' && { headers: HEADERS[kind] }),
    ...(kind !== 'empty' && { content }),
    'x-tidepool-reply': kind,
  }
}

const DESCRIPTIONS: Readonly<Record<AnyCommand['reply']['kind'], string>> = {
  json: 'One value.',
  ndjson:
    'A stream of values, one JSON text a line; the schema is that of one line. A failure after the first line is a last line of the form of `Error`.',
  either:
    'One value, or, where an option asks for a stream, one JSON text a line of the same schema. A failure after the first line is a last line of the form of `Error`.',
  bytes:
    'Raw bytes: `text/plain`, unless the command knows better. A reply cut short ends before its declared length.',
  empty:
    'Nothing but the status. Where some arguments failed, one JSON text a line for each, and a last line of the form of `Error`.',
}

function valueContent({ text }: AnyCommand, schema: Json | undefined, example?: CallExample): Json {
  const json = { schema: schema ?? {}, ...(example && { example: example.reply }) }
  return { 'application/json': json, ...(text && { 'text/plain': { schema: { type: 'string' } } }) }
}

const ONE = { schema: { type: 'string', const: '1' } }
const LENGTH = { schema: { type: 'integer', minimum: 0 } }
const LINE_HEADERS = {
  'X-Chunked-Output': { description: 'Values come one a line.', ...ONE },
  'X-Stream-Error-In-Body': { description: 'The last line may be an error.', ...ONE },
}
const HEADERS = {
  ndjson: LINE_HEADERS,
  either: LINE_HEADERS,
  bytes: {
    'X-Stream-Output': { description: 'Bytes come as they are.', ...ONE },
    'X-Content-Length': { description: 'Size in bytes of what was asked for, where it is known.', ...LENGTH },
  },
  empty: { 'X-Chunked-Output': { description: 'Sent by the reference too.', ...ONE } },
}

function textContent(example: string): Json {
  return { 'text/plain': { schema: { type: 'string' }, example } }
}

function errorContent(Code: 0 | 1): Json {
  const example = {
    Message: 'block was not found locally (offline): ipld: could not find QmQ…',
    Code,
    Type: 'error',
  }
  return { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } }
}
