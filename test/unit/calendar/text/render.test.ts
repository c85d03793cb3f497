import { describe, expect, it } from 'vitest'
import { renderContent, renderTitle } from '../../../../src/calendar/text/render.ts'
import { acceptedCreations } from '../recorded.ts'

const TITLES = { events: 'title', venues: 'venue', organizers: 'organizer' }

describe('renderTitle()', () => {
  it.each([
    ["It's", 'It&#8217;s'],
    ['"a"', '&#8220;a&#8221;'],
    ['say "a" or "b c".', 'say &#8220;a&#8221; or &#8220;b c&#8221;.'],
    ['\'single\' "double"', '&#8216;single&#8217; &#8220;double&#8221;'],
    ['9\'6" tall', '9&#8217;6&#8243; tall'],
    ["summer of '69", 'summer of &#8217;69'],
    ['a -- b', 'a &#8212; b'],
    ['a--b', 'a&#8211;b'],
    ['wait...', 'wait&#8230;'],
    ['Rock & Roll', 'Rock &#038; Roll'],
    ['Rock &amp; &#8217; &x', 'Rock &amp; &#8217; &#038;x'],
    ['  blanks\\ \\\\ ', 'blanks'],
    ['9x9 0x10 mp3x2', '9&#215;9 0x10 mp3x2'],
    ['a --- b---c - d-e', 'a &#8212; b&#8212;c &#8211; d-e'],
    ['A < B > C', 'A < B > C'],
    ['1<2', '1<2'],
    ['<b>bold</b> <i class="x" onclick="y">i</i>', '<b>bold</b> <i>i</i>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['', ''],
  ])('renders %j', (text, title) => {
    expect(renderTitle(text)).toBe(title)
  })

  const titles = Object.entries(TITLES).flatMap(([collection, name]) =>
    acceptedCreations(collection)
      .filter(({ actor, sent }) => !(actor !== 'admin' && String(sent[name]).includes('<')))
      .map(({ id, sent, answered }) => ({ id, text: String(sent[name]), title: answered[name] })),
  )

  it('finds enough recorded titles', () => {
    expect(titles.length).toBeGreaterThan(250)
  })

  it.each(titles)('renders the title of $id as recorded', ({ text, title }) => {
    expect(renderTitle(text)).toBe(title)
  })
})

describe('renderContent()', () => {
  it.each([
    ['one', '<p>one</p>'],
    ['one\n\ntwo\nthree\n', '<p>one</p>\n<p>two<br />\nthree</p>'],
    ['one<br />\ntwo  \nthree', '<p>one<br />\ntwo<br />\nthree</p>'],
    ['one\r\n\r\n\r\ntwo', '<p>one</p>\n<p>two</p>'],
    ['<div>one\n\ntwo</div>', '<div>one\n\ntwo</div>'],
    ['a\n<ul>\n<li>b</li>\n</ul>\nc', '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>'],
    ['<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->', '<p>a</p>'],
    ['a <code>"b" & c--d</code> "e"', '<p>a <code>"b" &#038; c--d</code> &#8220;e&#8221;</p>'],
    [
      '<a href="http://a.test/?a=1&b=2" onclick="x()">a & b</a>',
      '<p><a href="http://a.test/?a=1&b=2">a &#038; b</a></p>',
    ],
    ['[gallery ids="1,2"]', ''],
    ['   ', ''],
    ['', ''],
  ])('renders %j', (text, html) => {
    expect(renderContent(text)).toBe(html)
  })

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//a.test></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="JaVa\nScript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<img src=x onerror=alert(1)>',
    '<img src="data:text/html,<script>">',
    '<svg onload=alert(1)>',
    '<math><mi xlink:href="javascript:alert(1)">',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '< "<script>alert(1)</script>" >',
    '<p style="background:url(javascript:alert(1))">',
    '<b x="<script>alert(1)</script>">',
    '<\u0000script>alert(1)</script>',
    '<!--><script>alert(1)</script>-->',
    '<style>@import "//a.test"</style>',
  ])('leaves nothing of %j that runs', (text) => {
    for (const html of [renderContent(text), renderTitle(text)]) {
      expect(html).not.toMatch(
        /<(script|svg|math|iframe|style|\0)|<[^>]*\son\w+=|<[^>]*javascript:|<[^>]*srcdoc/i,
      )
    }
  })

  it('processes hostile texts in time that is linear in their length', () => {
    const parts = [
      '<',
      '<a ',
      '<a href="',
      '"',
      "'",
      '&',
      '\n',
      '\n ',
      ' ',
      '\t\n',
      'x9',
      '-',
      '.',
      '9',
      '<b ',
      '</script',
      '[audio ',
      '&a',
      '[gallery ',
      '--',
      '<script>',
      '<!--',
      '<div>',
      '</p>',
      '\uD800',
    ]
    for (const part of parts) {
      expect(renderContent(part.repeat(20_000)).length).toBeLessThan(2_000_000)
      expect(renderTitle(part.repeat(20_000)).length).toBeLessThan(2_000_000)
      expect(renderContent(`a${part.repeat(20_000)}b`).length).toBeLessThan(2_000_000)
    }
  })

  const texts = ['events', 'venues', 'organizers'].flatMap((collection) =>
    acceptedCreations(collection).flatMap(({ id, sent, answered }) =>
      ['description', 'excerpt']
        .filter((name) => typeof sent[name] === 'string')
        .map((name) => ({ id, name, text: String(sent[name]), html: answered[name] })),
    ),
  )

  it('finds enough recorded texts', () => {
    expect(texts.length).toBeGreaterThan(15)
  })

  it.each(texts)('renders the $name of $id as recorded', ({ text, html }) => {
    expect(renderContent(text)).toBe(html)
  })
})
