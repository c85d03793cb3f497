import { describe, expect, it } from 'vitest'
import { contentHost, gatewayHost } from '../../../src/gateway/content-host.ts'

const HOSTS = { gatewayHosts: ['example.org'], dnslinkHosts: ['docs.example.com', '*.sites.example'] }
const LABEL = 'bafkqaaa'

const at = (host: string) => contentHost(new Request(`http://${host}/a`, { headers: { Host: host } }), HOSTS)

describe('contentHost()', () => {
  it('knows a host by its full name, which ends in a dot, as by the name without', () => {
    expect(at(`${LABEL}.ipfs.example.org.`)).toEqual(at(`${LABEL}.ipfs.example.org`))
    expect(at('docs.example.com.')).toEqual({ namespace: 'ipns', label: 'docs.example.com' })
    expect(at('a.sites.example.')).toEqual({ namespace: 'ipns', label: 'a.sites.example' })
  })

  it.each(['example.org', 'example.org.', 'ipfs.example.org.', 'docs.example.com..'])(
    'leaves %s to the node',
    (host) => {
      expect(at(host)).toBeUndefined()
    },
  )
})

describe('gatewayHost()', () => {
  it('knows the path gateway by its full name', () => {
    const request = new Request('http://example.org.:5001/ipfs/a')

    expect(gatewayHost(request, HOSTS.gatewayHosts)).toBe('example.org.:5001')
  })
})
