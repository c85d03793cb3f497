import { describe, expect, it } from 'vitest'
import { accessLine } from '../../edge/access-line.ts'

describe('accessLine()', () => {
  it('has the request and what it got, and nothing that is secret', () => {
    const request = new Request('http://node.example.org/cal/events/v1/events/1?password=hidden#hidden', {
      method: 'POST',
      headers: { Authorization: 'Bearer hidden', Cookie: 'hidden', 'CF-Connecting-IP': '192.0.2.7' },
      body: 'hidden',
    })
    const response = new Response('hidden', { status: 401, headers: { 'Content-Length': '6' } })

    const line = accessLine(request, response, 12.4)

    expect(line).toEqual({
      level: 'info',
      scope: 'access',
      message: 'Answered request',
      method: 'POST',
      path: '/cal/events/v1/events/1',
      status: 401,
      bytes: 6,
      ms: 12,
    })
    expect(JSON.stringify(line)).not.toMatch(/hidden|192\.0/)
  })

  it('cuts a path, and leaves out a length that is not declared', () => {
    const line = accessLine({ method: 'GET', url: `http://localhost/${'x'.repeat(5000)}` }, new Response(), 0)

    expect(line.path).toHaveLength(1024)
    expect(line).not.toHaveProperty('bytes')
  })
})
