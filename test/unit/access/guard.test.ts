import { describe, expect, it } from 'vitest'
import { createAttempts } from '../../../src/access/attempts.ts'
import { createGuard } from '../../../src/access/guard.ts'
import { tokenPolicy } from '../../../src/access/policy.ts'
import { makeToken } from '../../../src/access/tokens.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'

const { token, authorization } = await makeToken({
  random: seededRandom(1),
  name: 'laptop',
  allowedPaths: ['/api/v0/pin'],
  expiresAtMs: 1000,
})

function guarded() {
  const clock = fixedClock()
  const policy = tokenPolicy(
    new Map([['laptop', authorization]]),
    ({ headers }) => headers.get('From') ?? 'a',
  )
  const guard = createGuard({ policy, clock, attempts: createAttempts(clock) })
  const ask = async (path: string, { sent = token, from = 'a' } = {}) => {
    const headers = { Authorization: `Bearer ${sent}`, From: from }
    const request = new Request('https://node.example/api/v0/x', { method: 'POST', headers })
    return (await guard(request, { path, isSecret: false }))?.status
  }
  return { clock, guard, ask }
}

describe('createGuard()', () => {
  it('permits a path and all below it, and no others with the same beginning', async () => {
    const { ask } = guarded()

    expect(await ask('/api/v0/pin')).toBeUndefined()
    expect(await ask('/api/v0/pin/remote/add')).toBeUndefined()
    expect(await ask('/api/v0/version')).toBeUndefined()
    expect(await ask('/api/v0/pinned')).toBe(403)
    expect(await ask('/api/v0')).toBe(403)
  })

  it('checks a request that opens a tunnel by GET like a call', async () => {
    const { guard } = guarded()
    const target = { path: '/api/v0/pin/add', isSecret: false }
    const open = async (headers: Record<string, string>, isAlwaysCall?: true) => {
      const request = new Request('https://node.example/tunnels/a', { headers })
      return (await guard(request, { ...target, ...(isAlwaysCall && { isAlwaysCall }) }))?.status
    }

    expect(await open({})).toBeUndefined()
    expect(await open({}, true)).toBe(403)
    expect(await open({ Authorization: `Bearer ${token}` }, true)).toBeUndefined()
    expect(await open({ Authorization: `Bearer ${token}`, Origin: 'https://page.example' }, true)).toBe(403)
  })

  it('accepts a token until it expires, and then does not count it as a failed attempt', async () => {
    const { ask, clock } = guarded()

    await clock.sleep(999)
    expect(await ask('/api/v0/pin')).toBeUndefined()
    await clock.sleep(1)
    for (let at = 0; at < 20; at += 1) expect(await ask('/api/v0/pin')).toBe(403)
  })

  it('counts guesses, not calls that a token does not allow', async () => {
    const { ask } = guarded()

    for (let at = 0; at < 20; at += 1) await ask('/api/v0/add')
    expect(await ask('/api/v0/pin')).toBeUndefined()
    for (let at = 0; at < 10; at += 1) expect(await ask('/api/v0/pin', { sent: 'laptop.x' })).toBe(403)
    expect(await ask('/api/v0/pin')).toBe(429)
    expect(await ask('/api/v0/pin', { from: 'b' })).toBeUndefined()
  })

  it('lets the right token in again after a minute', async () => {
    const { ask, clock } = guarded()
    for (let at = 0; at < 10; at += 1) await ask('/api/v0/version', { sent: 'laptop.x' })
    expect(await ask('/api/v0/version')).toBe(429)

    await clock.sleep(60_000)

    // It has ended meanwhile, and says so.
    expect(await ask('/api/v0/version')).toBe(403)
  })
})
