import { describe, expect, it } from 'vitest'
import { createAttempts } from '../../../src/access/attempts.ts'
import { corsHeaders, preflightResponse } from '../../../src/access/cors.ts'
import { createGuard } from '../../../src/access/guard.ts'
import { parseOrigins, withOrigins } from '../../../src/access/origins.ts'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'

describe('parseOrigins()', () => {
  it('reads a list, and nothing of an empty text', () => {
    expect(parseOrigins('https://a.example, http://localhost:3000,')).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ])
    expect(parseOrigins(' ')).toEqual([])
  })

  it('reads the origins of add-ons', () => {
    const texts = ['chrome-extension://nibjojkomfdiaoajekhjakgkdhaomnch', 'moz-extension://0a-1b']

    expect(parseOrigins(texts.join(','))).toEqual(texts)
  })

  for (const text of [
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://A.example',
    'file:///a',
    'chrome-extension://',
  ]) {
    it(`refuses "${text}"`, () => {
      expect(() => parseOrigins(text)).toThrow(`Cannot allow origin "${text}"`)
    })
  }
})

describe('withOrigins()', () => {
  it('lets pages of the origins call, and no other site', async () => {
    const policy = withOrigins(loopbackPolicy(), ['https://app.example'])
    const clock = fixedClock()
    const guard = createGuard({ policy, clock, attempts: createAttempts(clock) })
    const statusFor = async (headers: Record<string, string>) => {
      const request = new Request('http://127.0.0.1:5001/api/v0/id', { method: 'POST', headers })
      return (await guard(request, { path: '/api/v0/id', isSecret: false }))?.status
    }

    expect(
      await statusFor({ Origin: 'https://app.example', Referer: 'https://app.example/a' }),
    ).toBeUndefined()
    expect(await statusFor({ Origin: 'http://127.0.0.1:5001' })).toBeUndefined()
    expect(await statusFor({ Origin: 'https://app.example.evil' })).toBe(403)
    expect(await statusFor({ Origin: 'null' })).toBe(403)
  })

  it('lets such pages read, and ask before they call', () => {
    const policy = withOrigins(loopbackPolicy(), ['https://app.example'])
    const ask = (origin: string) =>
      new Request('http://127.0.0.1:5001/api/v0/id', {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
    const granted = (headers: Headers) => headers.get('Access-Control-Allow-Origin')

    for (const [origin, expected] of [
      ['https://app.example', 'https://app.example'],
      ['https://other.example', null],
    ] as const) {
      expect(granted(new Headers(corsHeaders(policy, ask(origin))))).toBe(expected)
      expect(granted(preflightResponse(policy, ask(origin)).headers)).toBe(expected)
    }
  })
})
