import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { staticImports } from '../check/static-imports.ts'
import { fenced } from '../requests/fenced.ts'
import { guideSection } from '../requests/guide.ts'
import { testBrowser } from './open-page.ts'

const root = join(import.meta.dirname, '../..')

const browser = testBrowser()

describe('the guide for page authors', () => {
  it('prints the stated output from the built bundle, and makes no request', async () => {
    const section = await guideSection('page-author', 'A node in your page')
    const code = fenced(section, 'ts').replace("'tidepool/web'", "'/tab.js'")
    const { page, server } = await browser.open({
      at: 'empty',
      extras: {
        '/empty': html(''),
        ...(await scripts('dist/lib')),
        '/app': html(`<script type="module">${code}\nwindow.isOver = true</script>`),
      },
    })
    const asked: string[] = []
    const printed: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => printed.push(message.text()))

    await page.goto(`${server.url}app`)
    await page.waitForFunction(() => 'isOver' in window)

    expect(`${printed.join('\n')}\n`).toBe(fenced(section, 'text'))
    const first = staticImports(join(root, 'dist/lib/tab.js')).map((file) => basename(file))
    const eager = asked.slice(0, 1 + first.length)
    expect(eager.sort()).toEqual(['app', ...first].map((path) => server.url + path).sort())
    expect(asked[1 + first.length]).toBe(`${server.url}tab-app.js`)
    expect(asked.filter((url) => !/\/(app|(tab|net)[a-z0-9-]*\.js)$/.test(url))).toEqual([])
    // Only a tab among peers loads a peer and its transports.
    expect(asked.filter((url) => /\/net-(start-peer|load-transports)\.js$/.test(url))).toEqual([])
    // The calendar says which records strangers may not read. A file is no record, so it is not loaded for one.
    expect(asked.filter((url) => url.endsWith('/tab-calendar.js'))).toEqual([])
  })

  it('makes a gateway of the service worker alone, in a page that is not of this project', async () => {
    const section = await guideSection('page-author', 'A gateway at your own origin')
    const { page, server } = await browser.open({
      at: 'empty',
      extras: {
        '/empty': html(''),
        '/app': html(`<script type="module">${fenced(section, 'js')}\nwindow.isOver = true</script>`),
      },
    })
    const printed: string[] = []
    page.on('console', (message) => printed.push(message.text()))

    await page.goto(`${server.url}app`)
    await page.waitForFunction(() => 'isOver' in window)

    expect(`${printed.join('\n')}\n`).toBe(fenced(section, 'text'))
  })
})

/** A page that asks for no icon of its own accord. */
function html(content: string) {
  return { headers: { 'Content-Type': 'text/html' }, body: `<link rel="icon" href="data:,">${content}` }
}

async function scripts(folder: string) {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.js'))
  const served = names.map(async (name) => {
    const body = await readFile(join(root, folder, name), 'utf8')
    return [`/${name}`, { headers: { 'Content-Type': 'text/javascript' }, body }] as const
  })
  return Object.fromEntries(await Promise.all(served))
}
