import type { Parameter, ParameterTable } from '../resources/parameter.ts'
import { RESOURCES, type Resource } from '../resources/resources.ts'
import { rootUrl } from '../scope.ts'

/** The answer of `/doc`: OpenAPI 3.0 as recorded servers give it. Spec: calendar facts, section 16. */
export function describeDoc(): object {
  return {
    openapi: '3.0.0',
    info: {
      version: '1.0.0',
      title: 'Events Calendar REST API',
      description: 'Events, venues, organizers, categories and tags. The whole of it is at openapi.json.',
    },
    components: { schemas: docSchemas() },
    servers: [{ url: `${rootUrl({ baseUrl: '' })}/` }],
    paths: {
      '/doc': { get: { responses: { '200': { description: 'This description' } } } },
      ...Object.fromEntries(RESOURCES.flatMap(resourcePaths)),
    },
  }
}

function resourcePaths(resource: Resource): [string, object][] {
  const { collection, bySlug, itemQuery } = resource
  const id: ParameterTable = {
    id: { about: `Id of the ${resource.item}`, type: 'integer', required: true },
    ...itemQuery,
  }
  const slug: ParameterTable = {
    slug: { about: `Slug of the ${resource.item}`, type: 'string', required: true },
  }
  return [
    [`/${collection}`, { get: listOperation(resource) }],
    [`/${collection}/{id}`, itemOperations(resource, id)],
    ...(bySlug
      ? [[`/${collection}/by-slug/{slug}`, itemOperations(resource, slug)] as [string, object]]
      : []),
  ]
}

function listOperation({ collection, query, schema }: Resource): object {
  const items = { title: collection, type: 'array', items: reference(schema) }
  return {
    parameters: parameters(query, { place: 'query', hasStyle: collection === 'events' }),
    responses: { '200': answer(items), ...plain(400, 404) },
  }
}

function itemOperations(resource: Resource, key: ParameterTable): object {
  const { schema, fields, bySlug, documented } = resource
  const path = parameters(key, { place: 'path' })
  const [name = 'id'] = Object.keys(key)
  const body = documented?.keyInBody
    ? { ...pick(key, name), ...fields }
    : { ...pick(fields, 'slug'), ...fields }
  const updated = (documented?.updated ?? [200, 201]).map((status) => [
    String(status),
    answer(reference(schema)),
  ])
  return {
    get: {
      parameters: path,
      responses: { '200': answer(reference(schema)), ...plain(400, ...(bySlug ? [403, 404] : [404])) },
    },
    post: {
      parameters: path,
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': { schema: { type: 'object', properties: properties(body) } },
        },
      },
      responses: { ...Object.fromEntries(updated), ...plain(400, 403) },
    },
    delete: {
      parameters: path,
      responses: { '200': answer(reference(schema)), ...plain(400, 403, 410, 500) },
    },
  }
}

function pick(fields: ParameterTable, name: string): ParameterTable {
  const field = fields[name]
  return field ? { [name]: field } : {}
}

function reference(schema: string): object {
  return { $ref: `#/components/schemas/${schema}` }
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing or wrong',
  403: 'Not accessible',
  404: 'There is no such thing or page',
  410: 'It is in the trash already',
  500: 'It could not be done',
}

function plain(...statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [String(status), { description: MEANINGS[status] }]))
}

function answer(schema: object): object {
  return { description: 'As asked', content: { 'application/json': { schema } } }
}

function shown(fields: ParameterTable): [string, Parameter][] {
  return Object.entries(fields).filter(([, { extension }]) => !extension)
}

interface ParametersOptions {
  readonly place: 'query' | 'path'
  /** Recorded servers give the style of lists for the filters of events only. */
  readonly hasStyle?: boolean
}

function parameters(
  fields: ParameterTable,
  { place, hasStyle = false }: ParametersOptions,
): readonly object[] {
  return shown(fields).map(([name, field]) => ({
    name,
    in: place,
    description: field.about,
    required: field.required ?? false,
    schema: schemaOf(field),
    ...(hasStyle && isList(field) && { style: 'form' }),
  }))
}

function isList({ described }: Parameter): boolean {
  return described === 'array'
}

function properties(fields: ParameterTable): object {
  return Object.fromEntries(
    shown(fields).map(([name, field]) => [name, { description: field.about, ...schemaOf(field) }]),
  )
}

/** The schema of one parameter. */
export function schemaOf({ type, described, items }: Parameter): object {
  const kind = described ?? type ?? 'string'
  return kind === 'array' ? { type: kind, items: { type: items ?? 'integer' } } : { type: kind }
}

/**
 * The schemas of `/doc` as recorded servers give them. They are partly wrong (an author is a text, details are
 * objects), so `/openapi.json` has its own. Written as `name:type`, with `array<integer>` for a list and a capital
 * for another schema; `Name[]` is a list of those.
 */
const SCHEMAS: Readonly<Record<string, string>> = {
  ImageSize: 'width:integer height:integer mime-type:string url:uri',
  CostDetails: 'currency_symbol:string currency_position_:position values:array<integer>',
  Term: 'id:integer name:string slug:string taxonomy:string description:string parent:integer count:integer url:string urls:array<string>',
  Image: 'url:uri id:integer extension:string width:integer height:integer sizes:ImageSize[]',
  DateDetails: 'year:integer month:integer day:integer hour:integer minutes:integer seconds:integer',
  Event:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string rest_url:string title:string description:string excerpt:string slug:string image:object=Image all_day:boolean start_date:string start_date_details:DateDetails[] end_date:string end_date_details:DateDetails[] utc_start_date:string utc_start_date_details:DateDetails[] utc_end_date:string utc_end_date_details:DateDetails[] timezone:string timezone_abbr:string cost:string cost_details:CostDetails[] website:string show_map:boolean show_map_link:boolean hide_from_listings:boolean sticky:boolean featured:boolean categories:Term[] tags:Term[] venue:object=Venue organizer:Organizer[]',
  Venue:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string venue:string description:string excerpt:string slug:string image:string=Image show_map:boolean show_map_link:boolean address:string city:string country:string province:string state:string zip:string phone:string website:string stateprovince:string geo_lat:double geo_lng:double',
  Organizer:
    'id:integer global_id:string global_id_lineage:array<string> author:integer date:string date_utc:string modified:string modified_utc:string status:string url:string organizer:string description:string excerpt:string slug:string image:string=Image phone:string website:string email:string',
}

/** `components.schemas` of `/doc`. */
function docSchemas(): object {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, text]) => [
      name,
      { type: 'object', properties: schemaProperties(text) },
    ]),
  )
}

function schemaProperties(text: string): object {
  return Object.fromEntries(
    text.split(' ').map((entry) => {
      const [name = '', type = ''] = entry.split(':')
      // Recorded servers have a trailing space in this one name.
      const key = name.endsWith('_') ? `${name.slice(0, -1)} ` : name
      return [key, { description: key.trim().replaceAll('_', ' '), ...typed(type) }]
    }),
  )
}

function typed(type: string): object {
  const [plain = '', target] = type.split('=')
  if (target !== undefined) return { type: plain, $ref: `#/components/schemas/${target}` }
  if (type.endsWith('[]'))
    return { type: 'array', items: { $ref: `#/components/schemas/${type.slice(0, -2)}` } }
  const items = /^array<(\w+)>$/.exec(type)?.[1]
  if (items !== undefined) return { type: 'array', items: { type: items } }
  if (type === 'uri') return { type: 'string', format: 'uri' }
  if (type === 'double') return { type: 'number', format: 'double' }
  if (type === 'position') return { type: 'string', enum: ['prefix', 'postfix'] }
  return { type }
}
