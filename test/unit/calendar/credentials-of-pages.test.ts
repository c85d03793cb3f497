import { expect, it } from 'vitest'
import { withOrigins } from '../../../src/access/origins.ts'
import { originPolicy, tokenPolicy } from '../../../src/access/policy.ts'
import { calledCalendar } from './called-calendar.ts'

const NAMED = 'https://app.example'
const OWN = 'http://example.test'

it.each([
  ['a deployment', OWN, tokenPolicy(new Map()), true],
  ['a deployment', NAMED, tokenPolicy(new Map()), false],
  ['a deployment with API_ORIGIN', NAMED, withOrigins(tokenPolicy(new Map()), [NAMED]), true],
  [
    'a deployment with API_ORIGIN',
    'https://evil.example',
    withOrigins(tokenPolicy(new Map()), [NAMED]),
    false,
  ],
  ['a deployment with API_ORIGIN', 'null', withOrigins(tokenPolicy(new Map()), [NAMED]), false],
  ['a browser', OWN, originPolicy(OWN), true],
  ['a browser', NAMED, originPolicy(OWN), false],
])('%s and a page of %s', async (_, origin, policy, mayShowCredentials) => {
  const { call } = await calledCalendar({ policy })

  for (const method of ['GET', 'OPTIONS', 'POST']) {
    const { headers } = await call({
      as: 'nobody',
      method,
      path: '/events',
      headers: { Origin: origin },
      ...(method === 'POST' && { body: '{}' }),
    })

    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
    expect(headers.get('Access-Control-Allow-Credentials')).toBe(mayShowCredentials ? 'true' : null)
  }
})
