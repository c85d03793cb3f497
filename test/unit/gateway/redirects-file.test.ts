import { describe, expect, it } from 'vitest'
import { matchRules } from '../../../src/gateway/redirects-file/match-rule.ts'
import { parseRules } from '../../../src/gateway/redirects-file/parse-rules.ts'

const target = (rules: string, ...names: string[]) => matchRules(parseRules(rules), names)

describe('parseRules', () => {
  it('reads comments, empty lines, both line ends, and 301 without a status', () => {
    const rules = parseRules('\ufeff# x\r\n\r\n /a\t /b \r\n  # y\n/c/ /d 404')

    expect(rules.map(({ to, status }) => [to, status])).toEqual([
      ['/b', 301],
      ['/d', 404],
    ])
  })

  it('treats a lone carriage return as a space', () => {
    expect(() => parseRules('/a /b\r/c /d')).toThrow('not of the form')
  })

  it('encodes letters outside of ASCII, so that a header can contain them', () => {
    expect(parseRules('/a /ä/😀').at(0)?.to).toBe('/%C3%A4/%F0%9F%98%80')
  })
})

describe('matchRules', () => {
  it('lets the first rule that matches count', () => {
    expect(target('/x /none\n/a /first\n/a /second', 'a')).toEqual({ status: 301, to: '/first' })
  })

  it('lets a splat take one segment or more', () => {
    expect(target('/a/* /b/:splat', 'a')).toBeUndefined()
    expect(target('/a/* /b/:splat', 'a', 'c')?.to).toBe('/b/c')
    expect(target('/* /b/:splat', 'a', 'c')?.to).toBe('/b/a/c')
  })

  it('treats an asterisk inside a segment as a letter', () => {
    expect(target('/a* /b', 'abc')).toBeUndefined()
    expect(target('/a* /b', 'a*')?.to).toBe('/b')
  })

  it('fills in the longest name, once, and leaves unknown ones', () => {
    expect(target('/:a/:ab /:ab-:a/:c', '1', ':a')?.to).toBe('/:a-1/:c')
  })

  it('fills in nothing for a splat that the rule has not got', () => {
    expect(target('/:a /b/:splat', 'x')?.to).toBe('/b/')
  })

  it('compares names as they are decoded, and by their case', () => {
    expect(target('/a%20b /c', 'a b')?.to).toBe('/c')
    expect(target('/a /c', 'A')).toBeUndefined()
  })

  it('is through with 10,000 rules of a whole file and a long path', () => {
    const rules = '/* /\n'.repeat(13_000).slice(5).replaceAll('/*', '/:a/')

    expect(target(rules, ...Array.from({ length: 1024 }, () => 'a'))).toBeUndefined()
  })

  it('makes no address over 8,192 characters of many placeholders', () => {
    expect(() => target(`/:a /${':a'.repeat(30_000)}`, 'x'.repeat(60_000))).toThrow('over 8192 characters')
    expect(() => target(`/* /${':splat'.repeat(9_000)}`, ...Array.from({ length: 1024 }, () => 'a'))).toThrow(
      'over 8192 characters',
    )
  })
})
