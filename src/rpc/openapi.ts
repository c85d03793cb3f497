import { TIDEPOOL_VERSION } from '../version.ts'
import type { AnyCommand } from './declare/command.ts'
import { AREAS, areaOf } from './openapi/areas.ts'
import { type CallExample, EXAMPLES } from './openapi/examples.ts'
import type { Json } from './openapi/json.ts'
import { operationId } from './openapi/operation-id.ts'
import { commandParameters, globalParameters } from './openapi/parameters.ts'
import { requestBody } from './openapi/request-body.ts'
import { commandResponses, ERROR_RESPONSES, ERROR_SCHEMA } from './openapi/responses.ts'
import { replySchemas } from './openapi/schemas.ts'

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Json
  readonly [field: string]: unknown
}

/**
 * The OpenAPI 3.1 document of the whole API, derived from the registry. Extensions are used where OpenAPI has
 * no field: `x-tidepool-served` (false: declared, but not supported by this build), `x-tidepool-status`
 * (experimental or deprecated), `x-tidepool-needs`, `x-tidepool-secret` (requires a token that names the path),
 * `x-tidepool-extension` (not in the RPC document), `x-tidepool-reply` (how the reply is framed),
 * `x-tidepool-args` and `x-tidepool-aliases`.
 */
export function openApi(registry: readonly AnyCommand[]): OpenApiDocument {
  const { schemas, refOf } = replySchemas(registry)
  const examples: Readonly<Record<string, CallExample | undefined>> = EXAMPLES
  const operations = registry.map((command) => {
    const example = examples[command.path]
    const responses = commandResponses(command, refOf(command), example)
    return [`/${command.path}`, { post: operation(command, responses, example) }]
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidepool RPC API',
      version: TIDEPOOL_VERSION,
      description: ABOUT,
      license: { name: 'MIT OR Apache-2.0', identifier: 'MIT OR Apache-2.0' },
    },
    servers: [{ url: '/api/v0', description: 'This node' }],
    security: [{}, { bearer: [] }, { basic: [] }],
    tags: AREAS.map(({ name, about }) => ({ name, description: about })),
    paths: { ...Object.fromEntries(operations), '/openapi.json': { get: DESCRIBED } },
    components: {
      schemas: { Error: ERROR_SCHEMA, ...schemas },
      responses: ERROR_RESPONSES,
      parameters: globalParameters(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Where a node asks for tokens.' },
        basic: { type: 'http', scheme: 'basic', description: 'Where a node asks for tokens.' },
      },
    },
  }
}

const ABOUT = `Each command is a POST. Positional arguments are the query parameter \`arg\`, repeated in their order; options are query parameters of their own, under their name or an alias; files are \`multipart/form-data\`. Options that a command does not know are ignored.

A boolean is \`true\`, \`t\`, \`1\` or empty, or \`false\`, \`f\`, \`0\`. An option that is sent twice is refused, unless it is a list. A last path segment that names no command is the first argument. The public queries of the ledger have a document of their own: \`/dymensionxyz/dymension/rollapp/openapi.json\`.`

function operation(command: AnyCommand, responses: Json, example?: CallExample): Json {
  const { path, about, status, needs, secret, extension, run } = command
  const body = requestBody(command, example)
  return {
    operationId: operationId(path),
    summary: about,
    ...(!run && { description: 'Declared: this build answers that it cannot do it yet.' }),
    tags: [areaOf(path)],
    ...(status === 'deprecated' && { deprecated: true }),
    ...(secret && { security: [{ bearer: [] }, { basic: [] }] }),
    parameters: commandParameters(command, example),
    ...(body && { requestBody: body }),
    responses,
    'x-tidepool-served': run !== undefined,
    ...(status && { 'x-tidepool-status': status }),
    ...(needs && { 'x-tidepool-needs': needs }),
    ...(secret && { 'x-tidepool-secret': true }),
    ...(extension && { 'x-tidepool-extension': true }),
  }
}

const DESCRIBED: Json = {
  operationId: 'openapi',
  summary: 'Describe the API',
  description: 'Needs no token: it says nothing of what the node holds. A page reads it where it may call.',
  tags: ['Node'],
  security: [{}],
  responses: {
    '200': { description: 'This document.', content: { 'application/json': { schema: { type: 'object' } } } },
    '403': { $ref: '#/components/responses/Forbidden' },
  },
  'x-tidepool-served': true,
}
