import { describe, expect, it } from 'vitest'
import { tokenPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { pinRoutes } from '../../../src/services/pinning/routes.ts'
import { AUTHORIZATIONS, tokenOf } from '../../requests/access-matrix.ts'
import { memoryNode } from '../memory-ports.ts'

const OWN = 'https://node.example'
const CID = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

const node = await memoryNode()
const app = createApp(node, tokenPolicy(AUTHORIZATIONS), { services: { pins: pinRoutes } })

/** What the node gets from a proxy that ends TLS and keeps the `Host`. */
function send(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const request = new Request(`http://node.example${path}`, {
    ...init,
    headers: { 'X-Forwarded-Proto': 'https', 'User-Agent': 'Mozilla/5.0', ...headers },
  })
  return app.fetch(request)
}

const bearer = (name: 'all' | 'pins') => ({ Authorization: `Bearer ${tokenOf(name)}` })

describe('behind a proxy that ends TLS', () => {
  it('the own page may call with a token', async () => {
    const response = await send(
      '/api/v0/id',
      { Origin: OWN, Referer: `${OWN}/`, ...bearer('all') },
      { method: 'POST' },
    )

    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(OWN)
  })

  it('a preflight of the own page is granted', async () => {
    const asked = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    }

    const { headers } = await send('/api/v0/id', { Origin: OWN, ...asked }, { method: 'OPTIONS' })

    expect(headers.get('Access-Control-Allow-Origin')).toBe(OWN)
    expect(headers.get('Access-Control-Allow-Methods')).toBe('POST')
  })

  it.each(['http://node.example', 'https://node.example:8443', 'https://evil.example', 'null'])(
    'a page of %s may not call',
    async (origin) => {
      const { status } = await send('/api/v0/id', { Origin: origin, ...bearer('all') }, { method: 'POST' })

      expect(status).toBe(403)
    },
  )

  it.each(['https, http', 'ftp', ''])('"%s" is no scheme of a client', async (scheme) => {
    const headers = { 'X-Forwarded-Proto': scheme, Origin: OWN, ...bearer('all') }

    expect((await send('/api/v0/id', headers, { method: 'POST' })).status).toBe(403)
  })

  it('an upload for a pin is asked for over TLS', async () => {
    const body = JSON.stringify({ cid: CID })

    const response = await send('/pins', bearer('pins'), { method: 'POST', body })

    expect((await response.json()).info.upload).toMatch(/^https:\/\/node\.example\/pins\//)
  })

  it.each(['/cal/events/v1/events', '/events/month/'])(
    'links of %s lead to the address of the client',
    async (path) => {
      const response = await send(path)

      expect(response.headers.get('Link')).toContain(`<${OWN}/>`)
      expect(await response.text()).not.toContain('http://node.example')
    },
  )
})
