import { describe, expect, it } from 'vitest'
import { isReserved, isTaken } from '../../src/http/surface-prefixes.ts'
import { SURFACES, type Surface, surfaceAt } from '../../src/surfaces.ts'

describe('surfaceAt()', () => {
  it.each([
    ['/api/v0', SURFACES.rpc],
    ['/api/v0/id', SURFACES.rpc],
    ['/cal/events/v1/events', SURFACES.calendar],
    ['/cal/images/QmTest/medium/a-300x200.png', SURFACES.pictureSizes],
    ['/ipfs/QmTest', SURFACES.gateway],
    ['/cas/QmTest/a', SURFACES.gateway],
    ['/version', SURFACES.gatewayVersion],
    ['/routing/v1/providers/QmTest', SURFACES.routing],
    ['/pins', SURFACES.pins],
    ['/pins/1-a/upload', SURFACES.pins],
    ['/tunnels/chat', SURFACES.tunnels],
    ['/a/b/rollapp/params', SURFACES.ledgerQueries],
    ['/event/walk/', SURFACES.calendarPages],
    ['/', undefined],
    ['/ipfsx', undefined],
    ['/api/v1', undefined],
    ['/sw.js', undefined],
  ])('finds who answers %s', (path, surface) => {
    expect(surfaceAt(path)).toBe(surface)
  })
})

describe('isReserved()', () => {
  it('holds below the first part of every prefix, and nowhere else', () => {
    const reserved = ['/api', '/api/v1', '/cal', '/cal/other', '/ipfs', '/ipfs/', '/cas/x', '/browser/ipfs/x']
    const others = [
      '/',
      '/apix',
      '/browserx',
      '/assets/api',
      '/a/b/rollapp/params',
      '/event/walk/',
      '/index.html',
    ]

    expect([...reserved, ...others].filter(isReserved)).toEqual(reserved)
  })
})

describe('isTaken()', () => {
  it.each([
    ...['/api/v0', '/ipfs', '/version', '/events', '/event', '/venue', '/organizer', '/tag', '/event/walk'],
    ...['/events/month', '/events/category/music', '/a/b/rollapp', '/a/b/rollapp/params', '/pins/x'],
  ])('is true for %s, where a surface answers', (path) => {
    expect(surfaceAt(path) ?? surfaceAt(`${path}/x`)).toBeDefined()
    expect(isTaken(path)).toBe(true)
  })

  it.each(['/a', '/a/names', '/content/by/cid', '/eventsx', '/a/rollapp', '/a/b/rollapps'])(
    'is false for %s, where none does',
    (path) => {
      expect(surfaceAt(path) ?? surfaceAt(`${path}/x`)).toBeUndefined()
      expect(isTaken(path)).toBe(false)
    },
  )
})

describe('SURFACES', () => {
  it('lets anybody only read', () => {
    const open = Object.values<Surface>(SURFACES).filter(({ access }) => access === 'anybody')

    for (const { mayWrite } of open) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(mayWrite(method)).toBe(false)
    }
  })
})
