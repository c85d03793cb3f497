import { describe, expect, it } from 'vitest'
import { withOrigins } from '../../../../src/access/origins.ts'
import { type AccessPolicy, loopbackPolicy, tokenPolicy } from '../../../../src/access/policy.ts'
import { createApp } from '../../../../src/app.ts'
import { pinRoutes } from '../../../../src/services/pinning/routes.ts'
import {
  ALLOWED_ORIGIN,
  AUTHORIZATIONS,
  CALLERS,
  type Caller,
  HOSTS,
  type HostKind,
  headersOf,
  TOKENS,
  type TokenKind,
} from '../../../requests/access-matrix.ts'
import { memoryNode } from '../../memory-ports.ts'

const node = await memoryNode()

type Stance = 'loopback' | 'loopback without users' | 'deployment' | 'closed'

const POLICIES: Readonly<Record<Stance, AccessPolicy>> = {
  loopback: withOrigins(loopbackPolicy(AUTHORIZATIONS), [ALLOWED_ORIGIN]),
  'loopback without users': withOrigins(loopbackPolicy(), [ALLOWED_ORIGIN]),
  deployment: withOrigins(tokenPolicy(AUTHORIZATIONS), [ALLOWED_ORIGIN]),
  closed: withOrigins(tokenPolicy(new Map()), [ALLOWED_ORIGIN]),
}

interface Case {
  readonly stance: Stance
  readonly host: HostKind
  readonly caller: Caller
  readonly token: TokenKind
}

/** The status of an answer, as a person would say it and not as the code decides it. */
function expectedStatus({ stance, host, caller, token }: Case): number {
  if (stance.startsWith('loopback') && host.startsWith('public')) return 403
  const hasUsers = stance === 'loopback' || stance === 'deployment'
  if (token === 'none') {
    if (stance !== 'loopback without users') return 401
    return ['program', 'own page', 'allowed page'].includes(caller) ? 200 : 403
  }
  if (!hasUsers || token === 'bad' || token === 'expired') return 401
  return token === 'pins' ? 200 : 403
}

const PLACES = Object.keys(POLICIES).flatMap((stance) =>
  Object.keys(HOSTS).map((host) => ({ stance: stance as Stance, host: host as HostKind })),
)

describe.each(PLACES)('/pins of a $stance node, asked by $host', ({ stance, host }) => {
  const app = createApp(node, POLICIES[stance], { services: { pins: pinRoutes } })

  it.each(CALLERS)('admits a %s by the token alone', async (caller) => {
    const own = `http://${HOSTS[host]}`
    const cases = TOKENS.flatMap((token) =>
      ['GET', 'POST', 'DELETE'].map((method) => ({ row: { stance, host, caller, token }, method })),
    )
    const answers = await Promise.all(
      cases.map(async ({ row, method }) => {
        const headers = headersOf({ stance: 'loopback', host, caller, token: row.token, path: '' }, own)
        const path = method === 'DELETE' ? '/pins/1-unknown' : '/pins'
        const { status } = await app.fetch(
          new Request(`${own}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) }),
        )
        return { ...row, method, status }
      }),
    )

    // An admitted POST has a body that is no pin, and an admitted DELETE names none.
    const admitted: Readonly<Record<string, number>> = { GET: 200, POST: 400, DELETE: 404 }
    expect(answers).toEqual(
      cases.map(({ row, method }) => {
        const status = expectedStatus(row)
        return { ...row, method, status: status === 200 ? admitted[method] : status }
      }),
    )
  })
})

describe('/pins', () => {
  it('lets pages of every origin call, without credentials that a browser adds', async () => {
    const app = createApp(node, tokenPolicy(AUTHORIZATIONS), { services: { pins: pinRoutes } })
    const preflight = await app.fetch(
      new Request('https://node.example/pins', {
        method: 'OPTIONS',
        headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST' },
      }),
    )
    const refused = await app.fetch(new Request('https://node.example/pins'))

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, PUT, DELETE')
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('Authorization, Content-Type')
    for (const { headers } of [preflight, refused]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(headers.has('Access-Control-Allow-Credentials')).toBe(false)
    }
  })

  it('is not served by a host without services', async () => {
    const app = createApp(node, loopbackPolicy())
    const response = await app.fetch(new Request('http://127.0.0.1/pins'))

    expect([response.status, await response.text()]).toEqual([
      501,
      'Cannot serve "/pins": this host serves no others\n',
    ])
  })

  it('counts wrong tokens of an address', async () => {
    const policy = tokenPolicy(AUTHORIZATIONS, () => '192.0.2.1')
    const app = createApp(node, policy, { services: { pins: pinRoutes } })
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      const headers = { Authorization: 'Bearer pins.wrong' }
      statuses.push((await app.fetch(new Request('https://node.example/pins', { headers }))).status)
    }

    expect(statuses).toEqual([...new Array(10).fill(401), 429])
  })
})
