import { describe, expect, it } from 'vitest'
import { contentDisposition } from '../../../src/gateway/body/content-disposition.ts'

describe('contentDisposition()', () => {
  it('quotes a plain name', () => {
    expect(contentDisposition('inline', 'foo bar.txt')).toBe('inline; filename="foo bar.txt"')
  })

  it('gives other names in ASCII and in UTF-8', () => {
    expect(contentDisposition('attachment', "źł' (1).txt")).toBe(
      `attachment; filename="__' (1).txt"; filename*=UTF-8''%C5%BA%C5%82%27%20%281%29.txt`,
    )
  })

  it.each(['a"; x="', 'a\\', 'a\r\nX-Evil: 1', 'a\0', '\ud800', '100%'])(
    'keeps %j inside its quotes',
    (name) => {
      const value = contentDisposition('inline', name)

      expect(value).toMatch(/^inline; filename="[^"\\\r\n\0]*"; filename\*=UTF-8''[\w%.~!-]*$/)
      expect(() => new Headers({ 'Content-Disposition': value })).not.toThrow()
    },
  )
})
