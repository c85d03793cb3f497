import type { Page } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { added, cidAt, fromMenu } from './file-menu.ts'
import { testBrowser } from './open-page.ts'
import { smallPinService } from './small-pin-service.ts'

const ABSENT = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

const browser = testBrowser()

describe('the files of the page', () => {
  let url: string
  let page: Page

  beforeEach(async () => {
    const opened = await browser.openAgain({ behind: smallPinService() })
    url = opened.server.url
    page = opened.page
    await page.locator('#files-empty').waitFor()
  })

  it('are added to the folder that is open, renamed, moved, copied, removed and restored', async () => {
    await makeFolder('Tides')
    await open('Tides')
    await addFiles('ebb.txt', 'flow.txt')
    expect(page.url()).toBe(`${url}#content/Tides`)
    const cid = await cidAt(page, '/Tides/ebb.txt')

    await fromMenu(page, 'ebb.txt', 'Rename')
    await page.getByLabel('Name', { exact: true }).fill('flow.txt')
    await page.keyboard.press('Enter')
    await page.getByText('There is a “flow.txt” in this folder already.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('neap.txt')
    await page.keyboard.press('Enter')
    await done('Renamed “ebb.txt” to “neap.txt”')
    expect(await cidAt(page, '/Tides/neap.txt')).toBe(cid)

    await fromMenu(page, 'neap.txt', 'Move to')
    await page.getByRole('button', { name: 'Up' }).click()
    await page.getByRole('button', { name: 'Move here' }).click()
    await done('Moved “neap.txt” to Files')
    expect(await names()).toEqual(['flow.txt'])

    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'Files' }).click()
    await added(page, 'neap.txt')
    await fromMenu(page, 'Tides', 'Copy to')
    await page.getByRole('button', { name: 'Copy here' }).click()
    await done('Copied “Tides” to Files')
    expect(await names()).toEqual(['Tides', 'Tides (2)', 'neap.txt'])

    await fromMenu(page, 'Tides', 'Remove')
    await done('Removed “Tides”')
    await page.getByRole('button', { name: 'Undo' }).click()
    await done('Undone')
    expect(await names()).toEqual(['Tides', 'Tides (2)', 'neap.txt'])
    expect(await cidAt(page, '/Tides/flow.txt')).toBe(await cidAt(page, '/Tides (2)/flow.txt'))
  })

  it('are selected by ranges and moved together, and undone together', async () => {
    await addFiles('a', 'b', 'c', 'd')
    await makeFolder('Tides')

    await page.getByRole('checkbox', { name: 'Select a' }).click()
    await page.getByRole('checkbox', { name: 'Select c' }).click({ modifiers: ['Shift'] })
    expect(await page.locator('#selection-text').textContent()).toBe('3 items selected, 3 bytes')
    await page.locator('#move-selected').click()
    await page.getByRole('button', { name: 'Open “Tides”' }).click()
    await page.getByRole('button', { name: 'Move here' }).click()
    await done('Moved 3 items to “Tides”')
    expect(await names()).toEqual(['Tides', 'd'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await done('Undone')

    expect(await names()).toEqual(['Tides', 'a', 'b', 'c', 'd'])
  })

  it('are removed once by a held key, and each removal can be undone, also after a message', async () => {
    await addFiles('a', 'b', 'c', 'd')
    await page.locator('#files .file-name').first().focus()
    for (const name of ['a', 'b']) {
      await page.keyboard.down('Delete')
      await done(`Removed “${name}”`)
      await page.keyboard.down('Delete')
      await page.keyboard.up('Delete')
    }
    expect(await names()).toEqual(['c', 'd'])

    await fromMenu(page, 'c', 'Pin')
    await done('Pinned “c”')
    await page.getByRole('button', { name: 'Undo: Removed “b”' }).click()
    await done('Undone')
    await page.evaluate(() => fetch('/api/v0/files/mkdir?arg=/a', { method: 'POST' }))
    await page.getByRole('button', { name: 'Undo: Removed “a”' }).click()
    await page.locator('#problem-text', { hasText: 'There is another “a” in its place.' }).waitFor()
    await page.evaluate(() => fetch('/api/v0/files/rm?arg=/a&recursive=true', { method: 'POST' }))
    await page.getByRole('button', { name: 'Undo: Removed “a”' }).click()
    await added(page, 'a')

    expect(await names()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keep their names apart, and are found in folders below', async () => {
    await makeFolder('Tides')
    await open('Tides')
    await addFiles('Low tide.txt')
    await addFiles('Low tide.txt')
    await added(page, 'Low tide (2).txt')
    expect(await names()).toEqual(['Low tide (2).txt', 'Low tide.txt'])
    await page.goto(`${url}#content`)
    await open('Tides').then(() => page.goBack())
    await page.locator('#crumbs').waitFor({ state: 'hidden' })

    await page.getByRole('searchbox', { name: /^Find by name, or/ }).fill('LOW')
    await page.getByText('No name in this folder contains this.').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.file-what', { hasText: '/Tides' }).first().waitFor()
    expect(await names()).toEqual(['Low tide (2).txt', 'Low tide.txt'])
  })

  it('are opened by a CID, and put into the files from there', async () => {
    await makeFolder('Tides')
    await open('Tides')
    await addFiles('flow.txt')
    const cid = await cidAt(page, '/Tides')

    await page.getByRole('searchbox', { name: /^Find by name, or/ }).fill(`https://example.org/ipfs/${cid}/`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}#content/ipfs/${cid}`)
    await added(page, 'flow.txt')
    await fromMenu(page, 'flow.txt', 'Put into files')
    await page.getByRole('button', { name: 'Copy here' }).click()
    await done('Copied “flow.txt” to Files')

    await page.goto(`${url}#content`)
    await expect.poll(names).toEqual(['Tides', 'flow.txt'])

    await page.getByRole('searchbox', { name: /^Find by name, or/ }).fill(ABSENT)
    await page.keyboard.press('Enter')
    for (const isLoadedAgain of [false, true]) {
      if (isLoadedAgain) await page.reload()
      await page.getByRole('heading', { name: 'This node does not have it' }).waitFor()
      expect(await names()).toEqual([])
      expect(await page.locator('#files-count').textContent()).toBe('')
      expect(await page.locator('#problem').isVisible()).toBe(false)
    }
    await page.getByRole('link', { name: 'Connect to peers' }).click()
    await page.getByRole('heading', { name: 'Peers', level: 1 }).waitFor()
  })

  it('are shown in the page: Markdown, text, a picture, data and PDF, which act on nothing', async () => {
    const markdown = '# High *tide*\n[here](low.txt) [no](javascript:hit=1)\n<img src=x onerror="hit=1">'
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>hit=1</script></svg>'
    await page.locator('#choose-files').setInputFiles([
      { name: 'high.md', mimeType: '', buffer: Buffer.from(markdown) },
      { name: 'low.txt', mimeType: '', buffer: Buffer.from('<b>low</b>\n'.repeat(30_000)) },
      { name: 'pool.svg', mimeType: '', buffer: Buffer.from(svg) },
      { name: 'quay.pdf', mimeType: '', buffer: Buffer.from('<script>parent.hit=1</script>') },
    ])
    await added(page, 'quay.pdf')

    await page.goto(`${url}#content/high.md`)
    const formed = page.locator('.markdown')
    await formed.getByRole('heading', { name: 'High tide' }).waitFor()
    expect(
      await formed.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['#content/low.txt'])
    expect(await formed.locator('img').count()).toBe(0)
    await formed.getByRole('link', { name: 'here' }).click()
    await page.locator('.preview pre', { hasText: '<b>low</b>' }).waitFor()
    expect((await page.locator('.preview pre').textContent())?.length).toBe(262_144)
    await page.getByRole('button', { name: /^Show more: 262.1 kB of 330 kB/ }).click()
    await page.getByRole('button', { name: /^Show more/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.preview img')?.naturalWidth === 9,
    )
    expect(page.url()).toBe(`${url}#content/pool.svg`)
    await page.getByRole('button', { name: 'Show its DAG node' }).click()
    await page.locator('.tree').waitFor()
    // As a Chromium with its viewer has it. Without it, the frame stays empty.
    await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }))
    await page.getByRole('button', { name: 'Next' }).click()
    const inTab = await page.getByRole('link', { name: 'Open the PDF in a new tab' }).getAttribute('href')
    expect(await page.locator('.preview iframe').count()).toBe(0)
    await page.getByRole('button', { name: 'Show 29 B' }).click()
    expect(await page.locator('.preview iframe').getAttribute('src')).toBe(inTab)
    expect(await page.evaluate(readHeaders, inTab ?? '')).toEqual(['application/pdf', 'nosniff'])
    expect(await page.evaluate(isLeftUnasked)).toBe(false)
    await page.keyboard.press('Escape')
    await page.locator('.preview').waitFor({ state: 'detached' })

    expect(await page.evaluate(isLeftUnasked)).toBe(true)
    expect(page.url()).toBe(`${url}#content`)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('quay.pdf')
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  })

  it('are sent to a pinning service, whose pins are listed and removed', async () => {
    await addFiles('tide.txt')
    await page.getByText('Services and their pins').click()
    await page.getByLabel('Name of a service').fill('harbour')
    await page.getByLabel('URL of its API').fill(`${url}service`)
    await page.getByLabel('Token').fill('secret')
    await page.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText(`${url}service`).waitFor()

    await fromMenu(page, 'tide.txt', 'Share')
    await page.getByRole('button', { name: 'Pin at harbour' }).click()
    await page.getByText('harbour: queued.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show pins at harbour' }).click()
    await page.getByRole('button', { name: 'Unpin tide.txt at harbour' }).click()
    await page.getByText('No pins.', { exact: true }).last().waitFor()
  })

  it('come from CAR files, whose roots keep the pins that they have', async () => {
    const cars = await page.evaluate(addPinned)

    for (const [name, bytes] of Object.entries(cars)) {
      await page
        .locator('#choose-car')
        .setInputFiles({ name: `${name}.car`, mimeType: '', buffer: Buffer.from(bytes) })
      await page
        .locator(name === 'node' ? '.pin >> text=node' : `#files .file-name >> text=${name}`)
        .waitFor()
      await page.locator('#progress').waitFor({ state: 'hidden' })
    }

    expect(await names()).toEqual(['free', 'named', 'single'])
    expect(await page.evaluate(pinsByName)).toEqual([
      ['', 'direct'],
      ['my name', 'recursive'],
      ['node', 'recursive'],
    ])
  })

  it('keep the chosen order and layout', async () => {
    await addFiles('b', 'a')
    await page.getByLabel('Order').selectOption('Name, Z to A')
    await page.getByRole('button', { name: 'Grid' }).click()

    await page.reload()
    await added(page, 'a')
    await page.locator('#files[data-layout="grid"]').waitFor()

    expect(await names()).toEqual(['b', 'a'])
  })

  const names = () => page.locator('#files .file-name').allTextContents()
  const done = (text: string) => page.locator('#files-done-text', { hasText: text }).waitFor()
  const open = async (name: string) => {
    await page.locator('#files .file-name', { hasText: name }).first().click()
    await page.locator('#crumbs [aria-current]', { hasText: name }).waitFor()
  }
  const makeFolder = async (name: string) => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await done(`Made the folder “${name}”`)
  }
  const addFiles = async (...files: readonly string[]) => {
    await page
      .locator('#choose-files')
      .setInputFiles(files.map((name) => ({ name, mimeType: '', buffer: Buffer.from('x') })))
    for (const name of files) await added(page, name)
  }
})

/** Adds content with and without pins. Gives a CAR file of each, by the name of its pin. */
async function addPinned(): Promise<Readonly<Record<string, number[]>>> {
  const run = (path: string, body: FormData | null = null) =>
    fetch(`/api/v0/${path}`, { method: 'POST', body })
  const form = (content: string) => {
    const parts = new FormData()
    parts.append('file', new Blob([content]), 'x')
    return parts
  }
  const add = async (text: string) => (await (await run('add?pin=false', form(text))).json()).Hash
  const car = async (cid: string) => [...(await (await run(`dag/export?arg=${cid}`)).bytes())]
  const [free, named, single] = [await add('free'), await add('named'), await add('single')]
  const node = (await (await run('dag/put', form('{"tide": "low"}'))).json()).Cid['/']
  await run(`pin/add?arg=${named}&name=my name`)
  await run(`pin/add?arg=${single}&recursive=false`)
  return { free: await car(free), named: await car(named), single: await car(single), node: await car(node) }
}

/** The names and kinds of the recursive and direct pins. */
async function pinsByName(): Promise<(readonly [string, string])[]> {
  const kinds = ['recursive', 'direct']
  const replies = kinds.map((type) => fetch(`/api/v0/pin/ls?names=true&type=${type}`, { method: 'POST' }))
  const lists = await Promise.all((await Promise.all(replies)).map((reply) => reply.json()))
  const pins = lists.flatMap(({ Keys }): { Name?: string; Type: string }[] => Object.values(Keys))
  return pins.map(({ Name = '', Type }) => [Name, Type] as const).toSorted()
}

/** False while the browser would ask before the page is left. */
function isLeftUnasked(): boolean {
  return dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** What decides how a browser shows content. */
async function readHeaders(path: string): Promise<(string | null)[]> {
  const { headers } = await fetch(path)
  return ['Content-Type', 'X-Content-Type-Options'].map((name) => headers.get(name))
}
