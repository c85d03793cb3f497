import { toWall } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import type { CalendarRoute } from '../match-route.ts'
import type { Parameter, ParameterTable } from '../resources/parameter.ts'
import { RESOURCES, type Resource } from '../resources/resources.ts'
import { NAMESPACE, type Scope } from '../scope.ts'
import { collectionEndpoints, type Endpoint, itemEndpoints, slugEndpoints } from './route-fields.ts'

type Described = Pick<Scope, 'baseUrl' | 'nowMs' | 'settings'>

/** The index of the namespace: every route with its methods and parameters. Spec: calendar facts, section 16. */
export function describeIndex(scope: Described): object {
  const routes = PATTERNS.map(({ pattern, endpoints }) => [pattern, describe(pattern, { endpoints, scope })])
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes),
    _links: { up: [{ href: `${scope.baseUrl}/` }] },
  }
}

/** The answer of `OPTIONS`: one route of the index. */
export function describeRoute(route: CalendarRoute, scope: Described): object {
  const found = PATTERNS.find(({ matches }) => matches(route)) ?? { pattern: `/${NAMESPACE}`, endpoints: [] }
  return describe(found.pattern, { endpoints: found.endpoints, scope })
}

interface Pattern {
  readonly pattern: string
  readonly endpoints: readonly Endpoint[]
  readonly matches: (route: CalendarRoute) => boolean
}

const INDEX_FIELDS: ParameterTable = {
  namespace: { about: '', default: NAMESPACE },
  context: { about: '', default: 'view' },
}

const PATTERNS: readonly Pattern[] = [
  {
    pattern: `/${NAMESPACE}`,
    endpoints: [{ methods: ['GET'], fields: INDEX_FIELDS }],
    matches: ({ kind }) => kind === 'index',
  },
  {
    pattern: `/${NAMESPACE}/doc`,
    endpoints: [{ methods: ['GET'], fields: {} }],
    matches: ({ kind }) => kind === 'doc',
  },
  ...RESOURCES.flatMap(resourcePatterns),
]

function resourcePatterns(resource: Resource): Pattern[] {
  const base = `/${NAMESPACE}/${resource.collection}`
  const isOf = (kind: CalendarRoute['kind']) => (route: CalendarRoute) =>
    route.kind === kind && 'resource' in route && route.resource === resource
  return [
    { pattern: base, endpoints: collectionEndpoints(resource), matches: isOf('collection') },
    { pattern: `${base}/(?P<id>\\d+)`, endpoints: itemEndpoints(resource), matches: isOf('item') },
    ...(resource.bySlug
      ? [
          {
            pattern: `${base}/by-slug/(?P<slug>[^/]+)`,
            endpoints: slugEndpoints(resource),
            matches: isOf('by-slug'),
          },
        ]
      : []),
  ]
}

function describe(
  pattern: string,
  { endpoints, scope }: { readonly endpoints: readonly Endpoint[]; readonly scope: Described },
): object {
  return {
    namespace: NAMESPACE,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints: endpoints.map(({ methods, fields }) => ({ methods, args: describeFields(fields, scope) })),
    ...(!pattern.includes('(') && { _links: { self: [{ href: `${scope.baseUrl}${pattern}` }] } }),
  }
}

/** An object by parameter name, but an empty list when there are no parameters. */
function describeFields(fields: ParameterTable, scope: Described): object {
  const shown = Object.entries(fields).filter(([, { extension }]) => !extension)
  if (shown.length === 0) return []
  return Object.fromEntries(shown.map(([name, field]) => [name, describeField(name, { field, scope })]))
}

function describeField(name: string, { field, scope }: { field: Parameter; scope: Described }): object {
  const { about, type, format, items, required = false } = field
  const fallback = defaultOf(name, { field, scope })
  return {
    ...(fallback !== undefined && { default: fallback }),
    ...(about !== '' && { description: about }),
    ...(type && { type }),
    ...(format && { format }),
    ...(items && { items: { type: items } }),
    required,
  }
}

const DAY_MS = 86_400_000

/** The default of a parameter. Those of the event list's window depend on the time of the request. */
function defaultOf(name: string, { field, scope }: { field: Parameter; scope: Described }): unknown {
  if (name === 'per_page') return String(scope.settings.perPage)
  if (field.type || (name !== 'start_date' && name !== 'end_date')) return field.default
  const now = toWall(scope.nowMs, UTC)
  if (name === 'start_date') return `${toWall(scope.nowMs - DAY_MS, UTC).slice(0, 10)} 23:59:00`
  return `${Number(now.slice(0, 4)) + 2}${now.slice(4)}`
}
