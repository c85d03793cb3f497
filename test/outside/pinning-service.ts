/** One pin as the Pinning Services API prints it. */
interface Pin {
  readonly requestid: string
  status: 'queued' | 'pinning' | 'pinned' | 'failed'
  readonly created: string
  readonly pin: { readonly cid: string; readonly name?: string }
  readonly delegates: readonly string[]
}

type Service = (request: Request) => Response | Promise<Response>

const FIRST_CREATED_MS = Date.UTC(2024, 0, 1)

/** CIDs of the pins that are there from the start at `/full`, in turns. */
const FULL_CIDS = ['bafkqaaik', 'bafkqabtimvwgy3yk']

/**
 * A pinning service over the Pinning Services API 1.0, for tests: each key has pins of its own, and one that begins
 * with `wrong` has none. A pin goes on by a state each time it is asked for; one that is named `fails` fails. What
 * comes before `/pins` in the path says how the service behaves: `/good`, `/full` where each key has 105 queued pins
 * from the start, named `n0` to `n6` in turns, or one of the `MISBEHAVIOURS`.
 */
export function pinningService(): Service {
  const pinsByKey = new Map<string, Pin[]>()
  let made = 0

  const queued = (pin: Pin['pin']): Pin => {
    made += 1
    const created = new Date(FIRST_CREATED_MS + made).toISOString()
    return { requestid: `id/${made}`, status: 'queued', created, pin, delegates: [] }
  }
  const full = () =>
    Array.from({ length: 105 }, (_, at) => queued({ cid: FULL_CIDS[at % 2] ?? '', name: `n${at % 7}` }))

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, behaviour = '', requestid] = /^\/(\w+)\/pins(?:\/(.+))?$/.exec(pathname) ?? []
    const authorization = request.headers.get('Authorization') ?? ''
    const misbehave = MISBEHAVIOURS[behaviour]
    if (misbehave) return misbehave(request)
    if (!authorization.startsWith('Bearer ') || authorization.startsWith('Bearer wrong')) {
      return failure(401, 'UNAUTHORIZED', 'Access token is missing or invalid')
    }
    const pins = pinsByKey.get(authorization) ?? (behaviour === 'full' ? full() : [])
    pinsByKey.set(authorization, pins)
    if (request.method === 'POST') {
      const pin = queued(await request.json())
      pins.push(pin)
      return Response.json(pin, { status: 202 })
    }
    if (requestid === undefined) return Response.json(pageOf(pins, searchParams))
    const at = pins.findIndex((pin) => pin.requestid === decodeURIComponent(requestid))
    const pin = pins[at]
    if (!pin) return failure(404, 'NOT_FOUND', 'The specified resource was not found')
    if (request.method === 'DELETE') {
      pins.splice(at, 1)
      return new Response(null, { status: 202 })
    }
    const next = pin.status === 'queued' ? 'pinning' : 'pinned'
    pin.status = pin.pin.name === 'fails' ? 'failed' : next
    return Response.json(pin)
  }
}

function pageOf(pins: readonly Pin[], asked: URLSearchParams): object {
  const [cids, statuses] = [asked.get('cid')?.split(','), (asked.get('status') ?? 'pinned').split(',')]
  const [name, before] = [asked.get('name'), asked.get('before')]
  const found = pins
    .filter(({ status }) => statuses.includes(status))
    .filter(({ pin }) => (cids ?? [pin.cid]).includes(pin.cid) && pin.name === (name ?? pin.name))
    .filter(({ created }) => before === null || created < before)
    .toReversed()
  return { count: found.length, results: found.slice(0, Number(asked.get('limit') ?? 10)) }
}

function failure(status: number, reason: string, details: string): Response {
  return Response.json({ error: { reason, details } }, { status })
}

/** Answers of a service that is not reliable. */
const MISBEHAVIOURS: Readonly<Record<string, Service>> = {
  garbage: () => new Response('<html>'),
  redirect: () => new Response(null, { status: 302, headers: { Location: '/pinning/good/pins' } }),
  huge: () => new Response('x'.repeat(5 * 1024 * 1024)),
  echo: ({ headers }) => failure(403, 'NO', `not with ${headers.get('Authorization')}`),
  plain: () => new Response('down', { status: 503 }),
  endless: ({ url }) => {
    const cid = 'bafkqaaa'
    const pin = {
      requestid: 'x',
      status: 'pinned',
      created: '2024-01-01T00:00:00Z',
      pin: { cid },
      delegates: [],
    }
    return Response.json({
      count: 1000,
      results: new URL(url).searchParams.get('limit') === '1' ? [] : [pin],
    })
  },
  malformed: () => Response.json({ count: 1, results: [{ requestid: 'x', status: 'odd' }] }),
}
