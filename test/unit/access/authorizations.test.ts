import { describe, expect, it } from 'vitest'
import { formatAuthorizations, parseAuthorizations } from '../../../src/access/authorizations.ts'

const SECRET = `sha256:${'A'.repeat(22)}:${'A'.repeat(43)}`
const laptop = {
  AuthSecret: SECRET,
  AllowedPaths: ['/api/v0/add', '/api/v0'],
  Expires: '2030-01-31T00:00:00Z',
}

describe('parseAuthorizations()', () => {
  it('reads names, hashes, paths and the end', () => {
    expect([...parseAuthorizations(JSON.stringify({ laptop })).values()]).toEqual([
      {
        name: 'laptop',
        salt: new Uint8Array(16),
        digest: new Uint8Array(32),
        allowedPaths: ['/api/v0/add', '/api/v0'],
        expiresAtMs: 1_896_048_000_000,
      },
    ])
  })

  it('reads what formatAuthorizations() writes', () => {
    const { Expires, ...endless } = laptop
    const all = parseAuthorizations(JSON.stringify({ laptop, endless }))

    expect(parseAuthorizations(formatAuthorizations(all))).toEqual(all)
  })

  it('is empty when there is no text', () => {
    expect(parseAuthorizations('').size).toBe(0)
    expect(parseAuthorizations(' {} ').size).toBe(0)
  })

  it.each(['{', '[]', 'null', '"x"', '1'])('refuses %s', (json) => {
    expect(() => parseAuthorizations(json)).toThrow('Cannot read API_AUTHORIZATIONS: not a JSON object')
  })

  it.each<[string, object]>([
    ['no hash', { AuthSecret: undefined }],
    ['a secret in the clear', { AuthSecret: 'bearer:secret' }],
    ['another hash', { AuthSecret: SECRET.replace('sha256', 'md5') }],
    ['a short salt', { AuthSecret: SECRET.replace('AA:', ':') }],
    ['a short digest', { AuthSecret: SECRET.slice(0, -2) }],
    ['what is no base64url', { AuthSecret: SECRET.replace('A', '+') }],
    ['a third part', { AuthSecret: `${SECRET}:A` }],
    ['no paths', { AllowedPaths: undefined }],
    ['one path', { AllowedPaths: '/api/v0' }],
    ['a path outside the API', { AllowedPaths: ['/api/v0', '/'] }],
    ['a path that ends with a slash', { AllowedPaths: ['/api/v0/'] }],
    ['a path that only begins alike', { AllowedPaths: ['/api/v01'] }],
    ['an end in words', { Expires: 'tomorrow' }],
    ['an end without a zone', { Expires: '2030-01-31T00:00:00' }],
    ['an end that is no day', { Expires: '2030-13-31T00:00:00Z' }],
    ['an end that is a number', { Expires: 1_896_048_000_000 }],
    ['no end at all, said aloud', { Expires: null }],
  ])('refuses an entry with %s', (_, change) => {
    const json = JSON.stringify({ laptop: { ...laptop, ...change } })

    expect(() => parseAuthorizations(json)).toThrow(/^Cannot read API_AUTHORIZATIONS of "laptop": /)
  })

  it.each(['', 'a.b', 'a b', 'ä', 'x'.repeat(65)])('refuses the name "%s"', (name) => {
    expect(() => parseAuthorizations(JSON.stringify({ [name]: laptop }))).toThrow(/name is not/)
  })
})
