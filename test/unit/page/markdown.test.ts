import { describe, expect, it } from 'vitest'
import { parseInline, parseMarkdown } from '../../../web/app/content/preview/parse-markdown.ts'
import { isText } from '../../../web/app/content/preview/read-text.ts'
import { safeHref } from '../../../web/app/content/preview/safe-href.ts'

describe('parseMarkdown()', () => {
  it('finds headings, paragraphs, lists, quotes, code and rules', () => {
    const text = [
      '# Title #',
      'one',
      'two',
      '- a',
      'more of a',
      '- b',
      '',
      '1. first',
      '',
      '> said',
      '> so',
      '```js',
      '# no heading',
      '```',
      '---',
    ].join('\n')

    expect(parseMarkdown(text)).toEqual([
      { kind: 'heading', level: 1, content: ['Title'] },
      { kind: 'paragraph', content: ['one two'] },
      { kind: 'list', isOrdered: false, items: [['a more of a'], ['b']] },
      { kind: 'list', isOrdered: true, items: [['first']] },
      { kind: 'quote', content: ['said so'] },
      { kind: 'code', text: '# no heading' },
      { kind: 'rule' },
    ])
  })

  it('reads code without an end up to the end, and treats markup as text', () => {
    expect(parseMarkdown('~~~\n<b>')).toEqual([{ kind: 'code', text: '<b>' }])
    expect(parseMarkdown('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', content: ['<script>alert(1)</script>'] },
    ])
  })

  it('keeps every character of a text of a megabyte that opens what it never closes', () => {
    for (const part of ['[', '*a', '`a', '![a](', '_a ', '<https://a']) {
      const text = part.repeat(1_000_000 / part.length).trim()
      const [block] = parseMarkdown(text)
      expect(block?.kind).toMatch(/paragraph|list/)
    }
  })
})

describe('parseInline()', () => {
  it('finds emphasis, code and links', () => {
    expect(parseInline('a *b* **c** `d*e*` [f](g "h") ![i](j.png) <https://k>')).toEqual([
      'a ',
      { kind: 'em', text: 'b' },
      ' ',
      { kind: 'strong', text: 'c' },
      ' ',
      { kind: 'code', text: 'd*e*' },
      ' ',
      { kind: 'link', text: 'f', target: 'g' },
      ' ',
      { kind: 'link', text: 'i', target: 'j.png' },
      ' ',
      { kind: 'link', text: 'https://k', target: 'https://k' },
    ])
  })
})

describe('safeHref()', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['other.md', '#content/notes/other.md'],
    ['../a%20b.md', '#content/a%20b.md'],
    ['/top.md', '#content/top.md'],
    [
      'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      '#content/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    ],
  ])('lets %s lead to %s', (target, href) => {
    expect(safeHref(target, '/notes/read.md')).toBe(href)
  })

  it('starts from the folder of the file, whatever its name', () => {
    expect(safeHref('other.md', '/read.md')).toBe('#content/other.md')
    expect(safeHref('other.md', '/a#b ?/read.md')).toBe('#content/a%23b%20%3F/other.md')
  })

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,a',
    '//example.org',
    '#a',
    'file:///etc',
  ])('lets %s lead nowhere', (target) => {
    expect(safeHref(target, '/notes/read.md')).toBeUndefined()
  })
})

describe('isText()', () => {
  it('tells text from other data', () => {
    expect([isText(''), isText('Größe\n'), isText('a\0b'), isText('\uFFFD\uFFFDPNG')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
