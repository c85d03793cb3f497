import { idOfSlug, type Method, type ResourceRoute } from '../match-route.ts'
import type { Parameter, ParameterTable } from '../resources/parameter.ts'
import { sentText, toInteger } from '../resources/parameter.ts'
import type { Resource } from '../resources/resources.ts'

/** The methods of a route that share parameters, as the index shows them. */
export interface Endpoint {
  readonly methods: readonly Method[]
  readonly fields: ParameterTable
}

const UPDATE: readonly Method[] = ['POST', 'PUT', 'PATCH']

/** Parameters of the list, and of a new record. */
export function collectionEndpoints({ query, fields }: Resource): readonly Endpoint[] {
  return [
    { methods: ['GET'], fields: query },
    { methods: ['POST'], fields },
  ]
}

/** Parameters of the routes of one record, by id. */
export function itemEndpoints(resource: Resource): readonly Endpoint[] {
  const key: ParameterTable = { id: idField(resource), ...resource.itemQuery }
  const endpoints: readonly Endpoint[] = [
    { methods: ['GET'], fields: key },
    { methods: ['DELETE'], fields: key },
    { methods: UPDATE, fields: { ...key, ...optional(resource.fields) } },
  ]
  const [get, remove, update] = endpoints
  return resource.bySlug || !get || !remove || !update ? endpoints : [get, update, remove]
}

/**
 * Parameters of the routes of one record, by slug. The slug in the path is looked up; one in the body is the new
 * slug.
 */
export function slugEndpoints({ item, collection, fields }: Resource): readonly Endpoint[] {
  const slug: Parameter = {
    about: `Slug of the ${item}`,
    type: 'string',
    required: true,
    check: (value, { view }) => idOfSlug(view, { collection, slug: sentText(value) }) !== undefined,
  }
  const { slug: own, ...others } = optional(fields)
  return [
    { methods: ['GET'], fields: { slug } },
    { methods: ['DELETE'], fields: { slug } },
    { methods: UPDATE, fields: { slug: { ...slug, ...own }, ...others } },
  ]
}

/** The parameters of one method of a route. */
export function parametersOf(route: ResourceRoute, method: Method): ParameterTable {
  const { kind, resource } = route
  const endpoints =
    kind === 'collection'
      ? collectionEndpoints(resource)
      : kind === 'item'
        ? itemEndpoints(resource)
        : slugEndpoints(resource)
  return endpoints.find(({ methods }) => methods.includes(method))?.fields ?? {}
}

/** The id parameter. Events have no check here: their handler gives unknown ids an error with a code of its own. */
function idField({ collection, item }: Resource): Parameter {
  const field: Parameter = { about: `Id of the ${item}`, type: 'integer', required: true }
  if (collection === 'events') return field
  return { ...field, check: (value, { view }) => view.row(collection, toInteger(value) ?? 0) !== undefined }
}

function optional(fields: ParameterTable): ParameterTable {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: false, ...emptied(field) }]),
  )
}

function emptied({ check, emptiable }: Parameter): Partial<Parameter> {
  if (!check || !emptiable) return {}
  return { check: (value, scope) => value === '' || check(value, scope) }
}
