import { describe, expect, it } from 'vitest'
import { encodePath, parseGatewayPath } from '../../../src/gateway/gateway-path.ts'

describe('parseGatewayPath()', () => {
  it.each([
    ['/ipfs/cid', { mount: '/ipfs', root: 'cid', names: [], hasTrailingSlash: false }],
    ['/cas/cid/', { mount: '/cas', root: 'cid', names: [], hasTrailingSlash: true }],
    ['/ipfs/cid/a%20b/%C4%85', { mount: '/ipfs', root: 'cid', names: ['a b', 'ą'], hasTrailingSlash: false }],
    ['/ipfs//cid///a', { mount: '/ipfs', root: 'cid', names: ['a'], hasTrailingSlash: false }],
    ['/ipfs/cid/a%2Fb', { mount: '/ipfs', root: 'cid', names: ['a', 'b'], hasTrailingSlash: false }],
    ['/ipfs/cid/a%00', { mount: '/ipfs', root: 'cid', names: ['a\0'], hasTrailingSlash: false }],
  ])('reads %s', (pathname, path) => {
    expect(parseGatewayPath(pathname)).toEqual({
      ...path,
      namespace: 'ipfs',
      router: path.mount,
      home: `${path.mount}/${path.root}`,
      base: `${path.mount}/${path.root}`,
      hasOwnOrigin: false,
    })
  })

  it('takes the whole path as names below a root with an origin of its own', () => {
    const own = { namespace: 'ipfs', root: 'cid', gateway: 'localhost', host: 'cid.ipfs.localhost' } as const

    expect(parseGatewayPath('/ipfs/b/', own)).toEqual({
      namespace: 'ipfs',
      mount: '/ipfs',
      router: '//localhost/ipfs',
      home: '//localhost/ipfs/cid',
      base: '',
      hasOwnOrigin: true,
      root: 'cid',
      names: ['ipfs', 'b'],
      hasTrailingSlash: true,
    })
  })

  it('knows no path gateway beside a site at its own domain', () => {
    const own = { namespace: 'ipns', root: 'a.example', gateway: undefined, host: 'a.example:81' } as const

    const { router, home, base } = parseGatewayPath('/b/', own)

    expect({ router, home, base }).toEqual({ router: undefined, home: '//a.example:81/', base: '' })
  })

  it.each([
    '/ipfs',
    '/ipfs/',
    '/ipfs/cid/%',
    '/ipfs/cid/%zz',
    '/ipfs/cid/%ff',
    '/ipfs/cid/..%2Fx',
    '/ipfs/cid/a%2F.',
  ])('refuses %s', (pathname) => {
    expect(() => parseGatewayPath(pathname)).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringMatching(/^invalid path: /),
      }),
    )
  })

  it('refuses a path over 65,536 characters', () => {
    expect(() => parseGatewayPath(`/ipfs/cid/${'a/'.repeat(40_000)}`)).toThrow('longer than 65536 characters')
  })
})

describe('encodePath()', () => {
  it('gives back what was read', () => {
    const names = ['a b', 'ą', '?#%', '"<>', '\n', '..;']
    const { root, names: read } = parseGatewayPath(encodePath('/ipfs', ['cid', ...names]))

    expect([root, ...read]).toEqual(['cid', ...names])
  })
})
