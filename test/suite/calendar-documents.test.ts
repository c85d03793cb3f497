import { describe, expect, it } from 'vitest'
import { type CalendarBody, calendar } from '../requests/calendar.ts'

const ROOT = '/cal/events/v1'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags']
const PATHS = [
  '/',
  '/doc',
  ...COLLECTIONS.flatMap((name) => [
    `/${name}`,
    `/${name}/{id}`,
    ...(name === 'categories' || name === 'tags' ? [] : [`/${name}/by-slug/{slug}`]),
  ]),
]

describe('GET /cal/events/v1', () => {
  it('shows the fifteen routes with their methods and parameters', async () => {
    const { status, body } = await calendar('')

    expect([status, body.namespace, Object.keys(body.routes).length]).toEqual([200, 'cal/events/v1', 15])
    for (const [pattern, route] of Object.entries<CalendarBody>(body.routes)) {
      const taken = route.endpoints.flatMap(({ methods }: { methods: string[] }) => methods)
      expect([pattern, new Set(taken)]).toEqual([pattern, new Set(route.methods)])
      expect(Object.hasOwn(route, '_links')).toBe(!pattern.includes('(?P<'))
    }
    const { args } = body.routes[`${ROOT}/events`].endpoints[1]
    expect(args.title).toMatchObject({ required: true, type: 'string' })
  })

  it('leads to what it names', async () => {
    const { body } = await calendar('')

    const statuses = await Promise.all(
      Object.values<CalendarBody>(body.routes).flatMap(({ _links }) => {
        if (!_links) return []
        return calendar(new URL(_links.self[0].href).pathname.slice(ROOT.length)).then(({ status }) => status)
      }),
    )

    expect(statuses).toEqual(Array(7).fill(200))
  })
})

describe('GET /cal/events/v1/doc', () => {
  it('is OpenAPI 3.0 of the documented paths, and refers to nothing that is not there', async () => {
    const { status, body } = await calendar('/doc')

    expect([status, body.openapi]).toEqual([200, '3.0.0'])
    expect(new Set(Object.keys(body.paths))).toEqual(new Set(PATHS.filter((path) => path !== '/')))
    expect(Object.keys(body.paths['/events'])).toEqual(['get'])
    expect(new Set(Object.keys(body.paths['/tags/{id}']))).toEqual(new Set(['get', 'post', 'delete']))
    expect(brokenReferences(body)).toEqual([])
  })
})

describe('GET /cal/events/v1/openapi.json', () => {
  it('is OpenAPI 3.1, and refers to nothing that is not there', async () => {
    const { status, body, headers } = await calendar('/openapi.json')

    expect([status, body.openapi]).toEqual([200, '3.1.0'])
    expect(headers.get('Content-Type')).toBe('application/json; charset=UTF-8')
    expect(new Set(Object.keys(body.paths))).toEqual(new Set([...PATHS, '/openapi.json']))
    expect(brokenReferences(body)).toEqual([])
  })

  it('names every operation once', async () => {
    const { body } = await calendar('/openapi.json')

    const names = operationsOf(body).map(({ operation }) => operation.operationId)

    expect(names.length).toBeGreaterThan(40)
    expect(new Set(names).size).toBe(names.length)
  })

  it('tells of the methods that are served, and of no others', async () => {
    const { body } = await calendar('/openapi.json')
    const told = operationsOf(body).map(({ method, path }) => `${method} ${path}`)

    const served: string[] = []
    for (const path of Object.keys(body.paths)) {
      for (const method of METHODS) if (await isServed(method, path)) served.push(`${method} ${path}`)
    }

    expect(new Set(told)).toEqual(new Set(served))
  })

  it('tells of every parameter that the index has', async () => {
    const [index, api] = [(await calendar('')).body, (await calendar('/openapi.json')).body]

    for (const name of COLLECTIONS) {
      const [get, post] = index.routes[`${ROOT}/${name}`].endpoints
      const operations = api.paths[`/${name}`]
      const asked = operations.get.parameters.map((parameter: { name: string }) => parameter.name)
      const sent = Object.keys(operations.post.requestBody.content['application/json'].schema.properties)
      expect(asked).toEqual(expect.arrayContaining(Object.keys(get.args)))
      expect(sent).toEqual(expect.arrayContaining(Object.keys(post.args)))
    }
  })
})

describe.each(['', '/doc', '/openapi.json'])('%s', (path) => {
  it('is served to anonymous clients, with a slash at its end and in capital letters', async () => {
    const plain = await calendar(path, { as: 'nobody' })

    for (const other of [`${path}/`, path.toUpperCase()]) {
      const { status, body } = await calendar(other, { as: 'nobody' })
      expect([status, Object.keys(body)]).toEqual([200, Object.keys(plain.body)])
    }
  })

  it('answers HEAD without a body and OPTIONS with its methods', async () => {
    const head = await calendar(path, { method: 'HEAD' })
    const options = await calendar(path, { method: 'OPTIONS' })

    expect([head.status, head.body]).toEqual([200, undefined])
    expect([options.status, options.headers.get('Allow')]).toEqual([200, 'GET'])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('has no %s', async (method) => {
    const { status, body } = await calendar(path, { method, ...(method !== 'DELETE' && { body: {} }) })

    expect([status, body.code]).toEqual([404, 'rest_no_route'])
  })

  it('keeps the picked keys, and wraps', async () => {
    const [key = ''] = Object.keys((await calendar(path)).body)

    const picked = await calendar(`${path}?_fields=${key}`)
    const wrapped = await calendar(`${path}?_envelope=1`)

    expect(Object.keys(picked.body)).toEqual([key])
    expect(wrapped.body).toMatchObject({ status: 200, headers: { Allow: 'GET' } })
    expect(wrapped.body.body).toHaveProperty(key)
  })
})

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: { readonly operationId: string }
}

function operationsOf(document: CalendarBody): readonly Operation[] {
  return Object.entries<Record<string, Operation['operation']>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** Whether a route takes the method; a request changes nothing, since it is incomplete or anonymous. */
async function isServed(method: string, path: string): Promise<boolean> {
  const { body } = await calendar(path.replace('{id}', '99999999').replace('{slug}', 'no-such-slug'), {
    method,
    ...(method.startsWith('P') && { body: {} }),
  })
  return body.code !== 'rest_no_route'
}

/** Every `$ref` that leads nowhere. */
function brokenReferences(document: CalendarBody): readonly string[] {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = '']) => to)
  expect(references.length).toBeGreaterThan(5)
  return references.filter((to) => to.split('/').reduce((at, key) => at?.[key], document) === undefined)
}
