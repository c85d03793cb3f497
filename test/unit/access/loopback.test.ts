import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'

describe('loopbackPolicy()', () => {
  const policy = loopbackPolicy()

  it.each(['127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '[::1]', 'localhost'])(
    'answers for %s',
    (host) => {
      expect(policy.isOwnHost(new URL(`http://${host}:5001`))).toBe(true)
    },
  )

  it.each(['128.0.0.1', '127.0.0.1.example', '127.example', '[::2]'])('does not answer for %s', (host) => {
    expect(policy.isOwnHost(new URL(`http://${host}:5001`))).toBe(false)
  })

  it('lets pages of the asked address call, and of no other address of the block', () => {
    const origins = policy.allowedOrigins(new Request('http://127.0.0.2:5001'))

    expect(origins).toContain('http://127.0.0.2:5001')
    expect(origins).toContain('http://localhost:5001')
    expect(origins).not.toContain('http://127.0.0.3:5001')
  })
})
