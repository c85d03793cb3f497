import { TIDEPOOL_VERSION } from '../../../version.ts'
import type { ParameterTable } from '../resources/parameter.ts'
import { RESOURCES, type Resource } from '../resources/resources.ts'
import { rootUrl } from '../scope.ts'
import { schemaOf } from './describe-doc.ts'
import { ANSWER_SCHEMAS } from './openapi-schemas.ts'
import { collectionEndpoints, type Endpoint, itemEndpoints, slugEndpoints } from './route-fields.ts'

/** Describes the whole API in OpenAPI 3.1, derived from the declared resources. Includes our own parameters. */
export function describeApi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidepool calendar API',
      version: TIDEPOOL_VERSION,
      description: ABOUT,
      license: { name: 'MIT OR Apache-2.0', identifier: 'MIT OR Apache-2.0' },
    },
    servers: [{ url: rootUrl({ baseUrl: '' }), description: 'This node' }],
    security: [{}, { basic: [] }, { bearer: [] }],
    tags: RESOURCES.map(({ collection }) => ({ name: collection })),
    paths: {
      '/': { get: plainOperation('describeRoutes', 'Describe the routes of the namespace') },
      '/doc': { get: plainOperation('describeDoc', 'Describe the API in OpenAPI 3.0') },
      '/openapi.json': { get: plainOperation('describeApi', 'Describe the API in OpenAPI 3.1') },
      ...Object.fromEntries(RESOURCES.flatMap(resourcePaths)),
    },
    components: {
      schemas: ANSWER_SCHEMAS,
      responses: { Refused: { description: 'Refused; `code` says why.', content: json(reference('Error')) } },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Login and secret of a configured user.' },
        bearer: { type: 'http', scheme: 'bearer', description: '`<login>.<secret>` of a configured user.' },
      },
    },
  }
}

const ABOUT = `Parameters are read from a JSON body, a form body or the query, in this order of preference. \`_fields\` picks keys of the answer, \`_envelope\` puts status and headers into the body, \`_jsonp\` calls a function, and \`_method\` or \`X-HTTP-Method-Override\` on a POST stands for another method.`

function plainOperation(operationId: string, summary: string): object {
  return {
    operationId,
    summary,
    tags: [],
    responses: { '200': { description: 'The description.', content: json({ type: 'object' }) } },
  }
}

function resourcePaths(resource: Resource): [string, object][] {
  const { collection, bySlug } = resource
  return [
    [`/${collection}`, operations(resource, { endpoints: collectionEndpoints(resource), key: undefined })],
    [`/${collection}/{id}`, operations(resource, { endpoints: itemEndpoints(resource), key: 'id' })],
    ...(bySlug
      ? [
          [
            `/${collection}/by-slug/{slug}`,
            operations(resource, { endpoints: slugEndpoints(resource), key: 'slug' }),
          ] as [string, object],
        ]
      : []),
  ]
}

interface OperationsOptions {
  readonly endpoints: readonly Endpoint[]
  /** Name of the path parameter; absent for a collection. */
  readonly key: 'id' | 'slug' | undefined
}

function operations(resource: Resource, { endpoints, key }: OperationsOptions): object {
  return Object.fromEntries(
    endpoints.flatMap(({ methods, fields }) =>
      methods.map((method) => [method.toLowerCase(), operation(resource, { method, fields, key })]),
    ),
  )
}

interface OperationOptions {
  readonly method: Endpoint['methods'][number]
  readonly fields: ParameterTable
  readonly key: 'id' | 'slug' | undefined
}

const VERBS = {
  GET: 'Read',
  POST: 'Update',
  PUT: 'Replace fields of',
  PATCH: 'Change',
  DELETE: 'Remove',
} as const

function operation(resource: Resource, { method, fields, key }: OperationOptions): object {
  const { collection, item } = resource
  const isList = key === undefined && method === 'GET'
  const isNew = key === undefined && method === 'POST'
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const verb = isList ? 'List' : isNew ? 'Create' : VERBS[method]
  const what = isList ? collection : `one ${item}${key === 'slug' ? ' by its slug' : ''}`
  return {
    operationId: `${method.toLowerCase()}_${collection}${key ? `_by_${key}` : ''}`,
    summary: `${verb} ${what}`,
    tags: [collection],
    ...(hasBody || method === 'DELETE' ? { security: [{ basic: [] }, { bearer: [] }] } : {}),
    parameters: parameters(fields, { key, hasBody }),
    ...(hasBody && { requestBody: requestBody(fields, key) }),
    responses: {
      [isNew ? '201' : '200']: {
        description: 'As asked.',
        content: json(isList ? listSchema(resource) : reference(resource.schema)),
      },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

function parameters(
  fields: ParameterTable,
  { key, hasBody }: { readonly key: string | undefined; readonly hasBody: boolean },
): readonly object[] {
  const path = key === undefined ? [] : [pathParameter(key)]
  const query = Object.entries(fields).filter(([name]) => name !== key && !hasBody)
  return [
    ...path,
    ...query.map(([name, field]) => ({
      name,
      in: 'query',
      description: field.about,
      required: false,
      schema: schemaOf(field),
      ...(field.described === 'array' && { style: 'form', explode: false }),
    })),
  ]
}

function pathParameter(key: string): object {
  return { name: key, in: 'path', required: true, schema: { type: key === 'id' ? 'integer' : 'string' } }
}

function requestBody(fields: ParameterTable, key: string | undefined): object {
  const sent = Object.entries(fields).filter(([name]) => name !== key)
  const required = sent.filter(([, field]) => field.required).map(([name]) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      sent.map(([name, field]) => [name, { description: field.about, ...bodySchema(field) }]),
    ),
    ...(required.length > 0 && { required }),
  }
  return { content: { ...json(schema), 'application/x-www-form-urlencoded': { schema } } }
}

/** Links and terms get an open schema: they may be ids, texts, data, or lists of these. */
function bodySchema(field: ParameterTable[string]): object {
  return field.described === 'array' ? {} : schemaOf(field)
}

function listSchema({ collection, schema }: Resource): object {
  return {
    type: 'object',
    required: [collection, 'rest_url', 'total', 'total_pages'],
    properties: {
      [collection]: { type: 'array', items: reference(schema) },
      rest_url: { type: 'string' },
      next_rest_url: { type: 'string' },
      previous_rest_url: { type: 'string' },
      total: { type: 'integer' },
      total_pages: { type: 'integer' },
    },
  }
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}
