import { TIDEPOOL_VERSION } from '../../version.ts'
import { QUERY_EXAMPLES, SEGMENT_EXAMPLES } from './query-examples.ts'
import { QUERIES, type QueryField, type QueryRoute } from './query-routes.ts'
import { messageSchemas, schemaRef, WHOLE_NUMBER } from './query-schemas.ts'
import { HEIGHT_HEADER } from './requested-state.ts'

type Json = Readonly<Record<string, unknown>>

/** Describes the ledger's queries in OpenAPI 3.1, derived from the table of queries and the schema of the records. */
export function describeQueries(): Json {
  const messages = QUERIES.flatMap(({ gives }) => (typeof gives === 'string' ? [gives] : []))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidepool ledger queries',
      version: TIDEPOOL_VERSION,
      description: ABOUT,
      license: { name: 'MIT OR Apache-2.0', identifier: 'MIT OR Apache-2.0' },
    },
    servers: [
      {
        url: '/{vendor}/{project}/rollapp',
        description: 'This node',
        variables: { vendor: { default: 'dymensionxyz' }, project: { default: 'dymension' } },
      },
    ],
    security: [],
    paths: {
      ...Object.fromEntries(QUERIES.map((route) => [pathOf(route), { get: operation(route) }])),
      '/proof/{rollappId}/{index}': { get: PROOF },
      '/openapi.json': { get: DESCRIBED },
    },
    components: {
      schemas: { ...messageSchemas(messages), Error: ERROR },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: {
        Refused: { description: 'Refused; `details` says why.', content: json(schemaRef('Error')) },
      },
    },
  }
}

const ABOUT =
  'The queries of the settlement chains, as their gateways answer them: public, read only, and each from one root of the ledger. Vendor and project may be any names. The RPC API has the commands that write (`/api/v0/openapi.json`).'

const NUMBER = 'decimal, or hexadecimal, binary or octal by its prefix'

function parameter(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', description, schema }
}

const PARAMETERS: Readonly<Record<string, Json>> = {
  finalized: parameter('finalized', { type: 'boolean' }, 'The latest final one.'),
  height: parameter('height', WHOLE_NUMBER, `A block height of the rollapp: ${NUMBER}.`),
  rollappId: { ...parameter('rollappId', { type: 'string' }, 'Whose records.'), required: true },
  key: parameter('pagination.key', { type: 'string' }, '`next_key` of the page before.'),
  offset: parameter('pagination.offset', WHOLE_NUMBER, 'Items that are passed over; not with a key.'),
  limit: parameter('pagination.limit', WHOLE_NUMBER, 'Items of a page, at most 1000; 100 for none or 0.'),
  count: parameter('pagination.count_total', { type: 'boolean' }, 'Tells how many there are.'),
  reverse: parameter('pagination.reverse', { type: 'boolean' }, 'The greatest first.'),
  root: parameter('root', { type: 'string' }, 'CID of the root that is read; the newest when absent.'),
  atHeight: {
    ...{ name: HEIGHT_HEADER, in: 'header', schema: WHOLE_NUMBER },
    description:
      'The ledger height at whose end is read; 0 is the newest. One to come answers sdk 26, one that is not kept 3005.',
  },
}

const PAGE = ['key', 'offset', 'limit', 'count', 'reverse']

const HEADERS: Readonly<Record<string, Json>> = {
  'Grpc-Metadata-X-Cosmos-Block-Height': {
    description: 'The ledger height that was read.',
    schema: WHOLE_NUMBER,
  },
  'X-Ledger-Root': { description: 'CID of the root that was read.', schema: { type: 'string' } },
}

const ERROR: Json = {
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: {
    code: { type: 'integer', description: 'Of gRPC.' },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { codespace: { type: 'string' }, code: { type: 'integer' } },
      },
    },
  },
}

function pathOf({ name, segments }: QueryRoute): string {
  return `/${[name, ...segments.map((segment) => `{${segment}}`)].join('/')}`
}

function operation({ id, about, segments, query = [], gives }: QueryRoute): Json {
  const texts = typeof gives === 'string' ? undefined : gives
  const schema = texts
    ? { type: 'object', required: texts, properties: Object.fromEntries(texts.map((text) => [text, TEXT])) }
    : schemaRef(String(gives))
  return {
    operationId: id,
    summary: about,
    parameters: parametersOf(segments, query),
    responses: answered(json(schema, QUERY_EXAMPLES[id])),
  }
}

const TEXT = { type: 'string' }

function parametersOf(segments: readonly string[], query: readonly QueryField[]): readonly Json[] {
  const names = [...query.flatMap((field) => (field === 'page' ? PAGE : [field])), 'root', 'atHeight']
  return [
    ...segments.map((name) => ({
      ...{ name, in: 'path', required: true, schema: name === 'rollappId' ? TEXT : WHOLE_NUMBER },
      example: SEGMENT_EXAMPLES[name],
    })),
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function answered(content: Json): Json {
  const headers = Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return {
    '200': { description: 'The answer.', headers: Object.fromEntries(headers), content },
    default: { $ref: '#/components/responses/Refused' },
    '400': { $ref: '#/components/responses/Refused' },
    '404': { $ref: '#/components/responses/Refused' },
  }
}

function json(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

const PROOF: Json = {
  operationId: 'proof',
  summary: 'A CAR that proves a record under the root, or with `finalized` that it is final',
  parameters: parametersOf(['rollappId', 'index'], ['finalized']),
  responses: answered({
    'application/vnd.ipld.car': { schema: { contentMediaType: 'application/vnd.ipld.car' } },
  }),
}

const DESCRIBED: Json = {
  operationId: 'openapi',
  summary: 'Describe the queries',
  responses: {
    '200': { description: 'This document.', content: json({ type: 'object' }) },
    '400': { $ref: '#/components/responses/Refused' },
  },
}
