import { describe, expect, it } from 'vitest'
import {
  plainLine,
  sanitizeContent,
  sanitizeName,
  sanitizeNote,
} from '../../../../src/calendar/text/sanitize.ts'

describe('sanitizeContent()', () => {
  it.each([
    ['words', `<a ${'x '.repeat(200_000)}href="https://example.org">text</a>`],
    ['line ends', `<a ${'\n'.repeat(200_000)}x ${'y\n'.repeat(100_000)}>text</a>`],
    ['quotation marks', `<a href="${'x" '.repeat(100_000)}>text</a>`],
  ])('removes a tag with many %s, without copying it at each', (_, html) => {
    expect(sanitizeContent(html)).toMatch(/^text(?:<\/a>)?$/)
    expect(sanitizeNote(html)).toMatch(/^text(?:<\/a>)?$/)
    expect(sanitizeName(html)).toBe('text')
  })

  it('applies the rules of a name to a tag over many lines too', () => {
    const lines = '\n'.repeat(40)

    expect(sanitizeName(`<a${lines}href="https://example.org">a</a><b${lines}id="x">b</b>`)).toBe('a<b>b</b>')
  })

  it('keeps a tag over many lines, and attributes of many words', () => {
    const lines = `<a${'\n        '.repeat(20)}href="https://example.org"${'\n        '.repeat(20)}>text</a>`
    const words = `<img src="https://example.org/a.png" alt="${'word '.repeat(500)}" />`

    expect(sanitizeContent(lines)).toBe('<a href="https://example.org">text</a>')
    expect(sanitizeContent(words)).toBe(
      `<img src="https://example.org/a.png" alt="${'word '.repeat(500).trim()}" />`,
    )
  })

  it.each([
    ['İİİİ before <iframe src="https://example.org"></iframe>after it', 'İİİİ before after it'],
    ['İ<SCRIPT>x</sCrIpT >kept', 'İkept'],
    ['a<script>x</script', 'a'],
  ])('removes from %j the hidden element alone', (html, expected) => {
    expect(sanitizeContent(html)).toBe(expected)
  })
})

it('plainLine() keeps all that follows a removed script', () => {
  expect(plainLine('İİİİ<script>x</script>Konserler')).toBe('İİİİKonserler')
})
