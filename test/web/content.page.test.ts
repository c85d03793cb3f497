import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Download, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drop } from './drop.ts'
import { expectedRoot } from './expected-root.ts'
import { forgetAll } from './forget-all.ts'
import { holdFiles } from './hold-files.ts'
import { testBrowser } from './open-page.ts'
import type { PageServer } from './page-server.ts'
import { ENDLESS_BYTES, sparseFile } from './sparse-file.ts'

const browser = testBrowser()
let folder: string

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tidepool-page-')), 'shells')
  await mkdir(join(folder, 'deep/er'), { recursive: true })
  await mkdir(join(folder, 'empty'))
  await writeFile(join(folder, '.hidden'), 'seen all the same')
  await writeFile(join(folder, 'a+b %20 ü "q".txt'), 'a name that needs encoding')
  await writeFile(join(folder, 'deep/er/none.txt'), '')
  await writeFile(join(folder, 'deep/noise.bin'), randomBytes(3_000_000))
})

afterAll(() => rm(join(folder, '..'), { recursive: true }))

describe('the page: content', () => {
  let server: PageServer
  let context: BrowserContext
  let page: Page

  beforeEach(async () => {
    ;({ server, context, page } = await browser.open())
  })

  it('shows the CID that a dropped folder has everywhere', async () => {
    await drop(page, [folder])

    await added(page, 'shells/')
    expect(await page.locator('.item-cid').textContent()).toBe(await expectedRoot(folder))
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('adds an installed package as the importer of the ecosystem does', async () => {
    const installed = join(import.meta.dirname, '../../node_modules/typescript')

    await drop(page, [installed])

    await added(page, 'typescript/')
    expect(await page.locator('.item-cid').textContent()).toBe(await expectedRoot(installed))
  })

  it('tells how far the node is, and stops when it is told to', async () => {
    await drop(page, [await sparseFile(ENDLESS_BYTES)])
    await page.locator('#progress-text', { hasText: /^[1-9].* of 200 GB, 0 of 1 file$/ }).waitFor()
    expect(
      await page.locator('#progress-bar').evaluate((bar: HTMLProgressElement) => bar.value),
    ).toBeLessThan(1)

    await page.locator('#progress-speed', { hasText: /^[\d.]+ [kMG]B\/s, .* left$/ }).waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.locator('#progress').waitFor({ state: 'hidden' })
    expect(await page.locator('#problem').isVisible()).toBe(false)
    await drop(page, [join(folder, '.hidden')])
    await added(page, '.hidden')
  })

  it('lists what is pinned after a reload, by name and with the size of the file', async () => {
    await page
      .locator('#choose-files')
      .setInputFiles([join(folder, '.hidden'), join(folder, 'deep/noise.bin')])
    await added(page, 'noise.bin')
    const listed = async () => (await page.locator('.item-what').allInnerTexts()).toSorted()
    const before = await listed()

    await page.evaluate(forgetAll)
    await page.reload()
    await page.locator('.item-size', { hasText: '3 MB' }).waitFor()
    await page.locator('.item-size', { hasText: '17 bytes' }).waitFor()

    expect(before.map((text) => text.split('\n'))).toEqual([
      ['.hidden', '17 bytes'],
      ['noise.bin', '3 MB'],
    ])
    expect(await listed()).toEqual(before)
  })

  it('takes nothing off the list by what it read before that was added', async () => {
    const release = await page.evaluateHandle(holdFirstList)
    await page.evaluate(() => {
      location.hash = '#content/again'
    })
    await page.locator('body[data-asked]').waitFor()
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await release.evaluate(async (answer) => {
      answer()
      // What a page does with lines that are all there needs no second turn.
      await new Promise((resolve) => setTimeout(resolve))
    })

    expect(await page.locator('.item-name').allTextContents()).toEqual(['.hidden'])
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('shows a page of a long list at a time, and finds by name', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `shell ${at}`)
    await page
      .locator('#choose-files')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
    await added(page, 'shell 10')

    expect(await page.locator('.item').count()).toBe(20)
    await page.locator('#older').click()
    await page.locator('#older').click()
    expect(await page.locator('#pager-text').textContent()).toBe('41 to 45 of 45')
    expect(await page.locator('.item').count()).toBe(5)

    await page.getByRole('searchbox', { name: 'Find by name or CID' }).fill('SHELL 3')
    expect(await page.locator('.item').count()).toBe(11)
    await page.getByRole('searchbox').fill('no such thing')
    expect(await page.locator('#no-match').isVisible()).toBe(true)
  })

  it('unpins, pins again, and frees what is not pinned', async () => {
    await page.locator('#choose-files').setInputFiles(join(folder, 'deep/noise.bin'))
    await added(page, 'noise.bin')
    await page.getByRole('button', { name: 'More for noise.bin' }).click()
    const cid = (await page.locator('.item-cid').textContent()) ?? ''

    await page.getByRole('button', { name: 'Unpin noise.bin' }).click()
    await page.locator('.item-note', { hasText: 'Unpinned' }).waitFor()
    await page.getByRole('button', { name: 'Pin again noise.bin' }).click()
    await page.locator('.item-note', { hasText: 'Pinned again' }).waitFor()
    await page.getByRole('button', { name: 'Free space' }).click()
    await page.locator('#storage-note', { hasText: 'Everything here is pinned' }).waitFor()

    await page.getByRole('button', { name: 'Unpin noise.bin' }).click()
    await page.locator('.item-note', { hasText: 'Unpinned' }).waitFor()
    await page.getByRole('button', { name: 'Free space' }).click()
    await page.locator('#storage-note', { hasText: /^Freed \d+ blocks, 3 MB\.$/ }).waitFor()

    await page.getByLabel('CID or path').fill(cid)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.locator('#problem').waitFor()
    expect(await page.locator('#problem-text').textContent()).toContain('Open a CAR file that has it')
  })

  it('takes a CAR file to another browser and opens it there', async () => {
    await drop(page, [folder])
    await added(page, 'shells/')
    await page.getByRole('button', { name: 'More for shells' }).click()
    const [car] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as CAR shells' }).click(),
    ])
    const path = join(folder, '..', car.suggestedFilename())
    await car.saveAs(path)

    const { page: other } = await browser.open()
    await other.locator('#choose-car').setInputFiles(path)
    await added(other, 'shells/')
    const cid = await other.locator('.item-cid').textContent()
    await truncate(path, 2_000_000)
    await other.locator('#choose-car').setInputFiles(path)
    await other.locator('#problem').waitFor()
    const problem = await other.locator('#problem-text').textContent()

    expect(car.suggestedFilename()).toBe('shells.car')
    expect(cid).toBe(await expectedRoot(folder))
    expect(problem).toContain('Save it again at its source')
  })

  it('tells how far it is with a CAR file', async () => {
    await holdFiles(page)
    await page.locator('#choose-car').setInputFiles(await largeCar(40))
    await page.locator('#progress-text', { hasText: /^[1-9].* of 10.* MB, 0 of 1 file$/ }).waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.locator('#progress').waitFor({ state: 'hidden' })
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('copies a link where the device cannot share', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await page.getByRole('button', { name: 'Share .hidden' }).click()
    await page.locator('.item-note', { hasText: 'Link copied' }).waitFor()

    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const opened = await page.evaluate(async (url) => (await fetch(url)).text(), link.href)
    expect(`${link.origin}/`).toBe(server.url)
    expect(opened).toBe('seen all the same')

    await page.getByRole('button', { name: 'More for .hidden' }).click()
    await page.getByRole('button', { name: 'Copy CID of .hidden' }).click()
    await page.locator('.item-note', { hasText: 'CID copied' }).waitFor()
    expect(link.pathname).toBe(`/ipfs/${await page.evaluate(() => navigator.clipboard.readText())}`)
  })

  it('says that what was pinned by its CID is in the list', async () => {
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')
    const cid = (await page.locator('.item-cid').textContent()) ?? ''

    await page.getByLabel('CID or path').fill(cid)
    await page.getByLabel(/^Name/).fill('by its CID')
    await page.getByRole('button', { name: 'Pin', exact: true }).click()

    await page.locator('#pin-note', { hasText: 'it is in the list' }).waitFor()
    await page.locator('.item-name', { hasText: 'by its CID' }).waitFor()
  })

  it('hands a link to the device where that can share', async () => {
    await page.evaluate(() => {
      navigator.share = async (data) => {
        document.body.dataset['shared'] = JSON.stringify(data)
      }
    })
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await page.getByRole('button', { name: 'Share .hidden' }).click()
    await page.locator('body[data-shared]').waitFor()

    const shared = JSON.parse((await page.locator('body').getAttribute('data-shared')) ?? '')
    expect(shared.title).toBe('.hidden')
    expect(shared.url.startsWith(`${server.url}ipfs/baf`)).toBe(true)
    expect(await page.locator('.item-note').isVisible()).toBe(false)
  })

  it('tells kinds and sizes of what other programs have pinned, from the roots alone', async () => {
    await page.locator('#badge[data-state="online"]').waitFor()
    const cids = await page.evaluate(addElsewhere)

    await page.reload()
    await page.locator('.item', { hasText: cids.folder }).locator('.item-size', { hasText: 'byte' }).waitFor()
    await page.locator('.item', { hasText: cids.raw }).locator('.item-size', { hasText: 'byte' }).waitFor()

    const told = async (cid: string) =>
      (await page.locator('.item', { hasText: cid }).locator('.item-what').innerText()).split('\n')
    expect(await told(cids.folder)).toEqual(['a folder/', '19 bytes'])
    expect(await told(cids.raw)).toEqual(['Without a name', '9 bytes'])
    expect(await told(cids.data)).toEqual(['Without a name'])
  })

  it('says what to do when the browser grants no more space', async () => {
    // Of a profile without data: the browser does not apply it to an origin that already stores something.
    const full = await (await browser.profile()).newPage()
    const session = await full.context().newCDPSession(full)
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1_000_000 })
    await full.goto(server.url)

    await drop(full, [join(folder, 'deep/noise.bin')])

    await full.locator('#problem').waitFor()
    expect(await full.locator('#problem-text').textContent()).toContain('press “Free space”, then try again')
    expect(await full.locator('.item').count()).toBe(0)
  })

  it('takes a folder and files through its buttons', async () => {
    await page.locator('#choose-folder').setInputFiles(join(folder, 'deep'))
    await added(page, 'deep/')
    await page
      .locator('#choose-files')
      .setInputFiles([join(folder, '.hidden'), join(folder, 'deep/noise.bin')])
    await added(page, 'noise.bin')

    const names = await page.locator('.item-name').allTextContents()
    expect(names.toSorted()).toEqual(['.hidden', 'deep/', 'noise.bin'])
  })

  it('downloads a folder as a tar archive and a file as it is', async () => {
    const file = join(folder, 'deep/noise.bin')
    await drop(page, [folder, file])
    await added(page, 'noise.bin')

    const archive = await downloaded(page, 'shells')
    const unpacked = await mkdtemp(join(tmpdir(), 'tidepool-tar-'))
    execFileSync('tar', ['-xf', await archive.path(), '-C', unpacked, '--strip-components=1'])
    expect(archive.suggestedFilename()).toBe('shells.tar')
    expect(await expectedRoot(unpacked)).toBe(await expectedRoot(folder))
    await rm(unpacked, { recursive: true })

    const single = await downloaded(page, 'noise.bin')
    expect(single.suggestedFilename()).toBe('noise.bin')
    expect(await readFile(await single.path())).toEqual(await readFile(file))
  })

  it('works after the first load with the server stopped', async () => {
    await drop(page, [folder])
    await added(page, 'shells/')
    await server.stop()

    await page.reload()
    await page.locator('#badge[data-state="offline"]').waitFor()
    await drop(page, [join(folder, '.hidden')])
    await added(page, '.hidden')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open .hidden' }).click(),
    ])
    await opened.getByText('seen all the same', { exact: true }).waitFor()
    const single = await downloaded(page, '.hidden')

    expect(await page.locator('.item').count()).toBe(2)
    expect((await readFile(await single.path())).toString()).toBe('seen all the same')
  })

  it('keeps stored content without its origin, and without its API', async () => {
    const evil = join(folder, '..', 'evil.html')
    await writeFile(
      evil,
      "<script>document.title = self.origin + fetch('/api/v0/id', { method: 'POST' })</script>",
    )
    await page.locator('#choose-files').setInputFiles(evil)
    await added(page, 'evil.html')

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open evil.html' }).click(),
    ])
    await opened.waitForLoadState()

    const call = () => fetch('/api/v0/pin/ls', { method: 'POST' }).then(String, () => 'refused')
    expect(await opened.evaluate(() => self.origin)).toBe('null')
    expect(await opened.evaluate(call)).toBe('refused')
    expect(await page.evaluate(call)).not.toBe('refused')
  })
})

/** A CAR file without roots that has one block of 256 KiB over and over. */
async function largeCar(times: number): Promise<string> {
  const data = randomBytes(262_144)
  const cid = Buffer.concat([Buffer.from('01551220', 'hex'), createHash('sha256').update(data).digest()])
  const header = Buffer.from('11a265726f6f7473806776657273696f6e01', 'hex')
  // The length of CID and data, 262,180, as a varint.
  const block = Buffer.concat([Buffer.from('a48010', 'hex'), cid, data])
  const path = join(folder, '..', 'large.car')
  await writeFile(path, Buffer.concat([header, ...Array.from({ length: times }, () => block)]))
  return path
}

/** Waits until something is listed, and until nothing is being added: then the page takes the next. */
async function added(page: Page, name: string): Promise<void> {
  await page.locator('.item-name', { hasText: name }).waitFor()
  await page.locator('#progress').waitFor({ state: 'hidden' })
}

async function downloaded(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Save ${name}`, exact: true }).click(),
  ])
  return download
}

/** From now on the first list of pins is empty, and waits for a call of what this gives. */
function holdFirstList(): () => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const real = window.fetch
  window.fetch = (...request) => {
    if (document.body.dataset['asked'] !== undefined || !String(request[0]).includes('/pin/ls')) {
      return real(...request)
    }
    document.body.dataset['asked'] = ''
    return promise
  }
  return () => resolve(new Response('', { headers: { 'X-Chunked-Output': '1' } }))
}

/** Adds a folder whose pin has a name, a file of one raw block, and a node that is no file. */
async function addElsewhere(): Promise<{ folder: string; raw: string; data: string }> {
  const post = async (path: string, content: string, name = '') => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const lines = (await (await fetch(`/api/v0/${path}`, { method: 'POST', body: form })).text()).trim()
    return JSON.parse(lines.split('\n').at(-1) ?? '')
  }
  return {
    folder: (await post('add?pin-name=a%20folder', 'in a folder', 'folder%2Ffile')).Hash,
    raw: (await post('add?cid-version=1', 'one block')).Hash,
    data: (await post('dag/put?pin=true', '{"no":"file"}')).Cid['/'],
  }
}
