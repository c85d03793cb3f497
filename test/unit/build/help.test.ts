import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPictureSize } from '../../../src/calendar/pictures/picture-size.ts'
import { GUIDES, guidePage, indexPage, readGuide } from '../../../web/app/build/help/help-page.ts'
import { PICTURE_SIZE } from '../../../web/app/build/help/render-markdown.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const guides = GUIDES.map((name) => readGuide(name, read(`web/app/help/${name}.md`)))
const pages = new Map([
  ['/help/', indexPage(read('README.md'), guides)],
  ...guides.map((guide) => [`/help/${guide.name}/`, guidePage(guide, guides)] as const),
])

describe('the help', () => {
  it('has a page for every guide', () => {
    const files = globSync('web/app/help/*.md', { cwd: root }).map((path) => basename(path, '.md'))

    expect([...GUIDES].sort()).toEqual(files.sort())
  })

  it('has no link that leads nowhere, and no id twice', () => {
    const ids = new Map([...pages].map(([path, html]) => [path, matches(html, /\sid="([^"]+)"/g)]))
    const dead = [...pages].flatMap(([path, html]) =>
      matches(html, /\shref="([^"]+)"/g).filter((href) => !isFound(new URL(href, `http://page${path}`))),
    )

    expect(dead).toEqual([])
    for (const found of ids.values()) expect(new Set(found).size).toBe(found.length)

    function isFound({ host, pathname, hash }: URL): boolean {
      if (host !== 'page' || pathname === '/' || /\.(css|svg)$/.test(pathname)) return true
      const known = ids.get(pathname)
      return known !== undefined && (hash === '' || known.includes(decodeURIComponent(hash.slice(1))))
    }
  })

  it('leads to no other file of the project, whose text stays', () => {
    const { html } = readGuide(
      'pool',
      '# Pool\n\nSee [the walls](../../../src/walls.ts) and [sand](https://a.example/x).\n',
    )

    expect(html).toContain('<p>See the walls and <a href="https://a.example/x">sand</a>.</p>')
  })

  it('shows light and dark pictures, each small and of the size that the page reserves', () => {
    const shown = [...pages.values()].flatMap((html) =>
      matches(html, /(?:src|srcset)="\.\.\/(pictures\/[^"]+)"/g),
    )
    const files = globSync('web/app/help/pictures/*', { cwd: root })

    expect(shown.sort()).toEqual(files.map((path) => `pictures/${basename(path)}`).sort())
    for (const path of files) {
      const bytes = readFileSync(join(root, path))
      expect([path, readPictureSize(bytes)]).toEqual([path, { kind: 'webp', ...PICTURE_SIZE }])
      expect(bytes.byteLength).toBeLessThan(50_000)
    }
  })

  it('treats HTML of a guide as text', () => {
    expect(readGuide('pool', '# Pool\n\n<script>x</script>\n').html).toContain('&lt;script&gt;')
  })

  it('says on its first page what the project is not', () => {
    expect(pages.get('/help/')).toContain('What it is not')
    expect(pages.get('/help/')).toContain('<a href="self-hoster/">Run a node of your own</a>')
  })
})

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}
