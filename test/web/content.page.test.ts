import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Download, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IN_BERLIN } from './calendar-page.ts'
import { drop } from './drop.ts'
import { expectedRoot } from './expected-root.ts'
import { added, cidAt, fromMenu } from './file-menu.ts'
import { forgetAll } from './forget-all.ts'
import { holdFiles } from './hold-files.ts'
import { largeCar } from './large-car.ts'
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
    ;({ server, context, page } = await browser.openAgain())
  })

  it('shows the CID that dropped folders have everywhere, as the importer of the ecosystem gives it', async () => {
    const installed = join(import.meta.dirname, '../../node_modules/multiformats')

    await drop(page, [folder, installed])

    await added(page, 'shells')
    await added(page, 'multiformats')
    expect(await cidAt(page, '/shells')).toBe(await expectedRoot(folder))
    expect(await cidAt(page, '/multiformats')).toBe(await expectedRoot(installed))
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('tells how far the node is, and stops when it is told to', async () => {
    await drop(page, [await sparseFile(ENDLESS_BYTES)])
    await page.locator('.progress-text', { hasText: /^[1-9].* of 200 GB, 0 of 1 file$/ }).waitFor()
    expect(
      await page.locator('.progress-bar').evaluate((bar: HTMLProgressElement) => bar.value),
    ).toBeLessThan(1)

    await page.locator('.progress-speed', { hasText: /^[\d.]+ [kMG]B\/s, .* left$/ }).waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.locator('#progress').waitFor({ state: 'hidden' })
    expect(await page.locator('#problem').isVisible()).toBe(false)
    await drop(page, [join(folder, '.hidden')])
    await added(page, '.hidden')
  })

  it('lists the files after a reload, by name, type and size', async () => {
    await page
      .locator('#choose-files')
      .setInputFiles([join(folder, '.hidden'), join(folder, 'deep/noise.bin')])
    await added(page, 'noise.bin')
    const listed = () => page.locator('#files .file').allInnerTexts()
    const before = await listed()

    await page.evaluate(forgetAll)
    await page.reload()
    await page.locator('.file-size', { hasText: '3 MB' }).waitFor()

    expect(before.map((text) => text.split('\n'))).toEqual([
      ['.hidden', 'File', '17 bytes'],
      ['noise.bin', 'BIN', '3 MB'],
    ])
    expect(await listed()).toEqual(before)
  })

  it('removes nothing from the list that was added after it was read', async () => {
    await page.locator('#files-empty').waitFor()
    const release = await page.evaluateHandle(holdFirstStatus)
    await page.evaluate(() => {
      location.hash = '#content/'
    })
    await page.locator('body[data-asked]').waitFor()
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await release.evaluate(async (answer) => {
      answer()
      // What a page does with lines that are all there needs no second turn.
      await new Promise((resolve) => setTimeout(resolve))
    })

    expect(await page.locator('#files .file-name').allTextContents()).toEqual(['.hidden'])
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('shows a page of the pins at a time, and finds by name', async () => {
    await page.locator('#badge[data-state="online"]').waitFor()
    await page.evaluate(pinMany, 45)
    await page.reload()
    await page.locator('.pin').first().waitFor()

    expect(await page.locator('.pin').count()).toBe(20)
    await page.locator('#older').click()
    await page.locator('#older').click()
    expect(await page.locator('#pager-text').textContent()).toBe('41 to 45 of 45')
    expect(await page.locator('.pin').count()).toBe(5)

    await page.getByRole('searchbox', { name: 'Find a pin by name or CID' }).fill('SHELL 3')
    expect(await page.locator('.pin').count()).toBe(11)
    await page.getByRole('searchbox', { name: 'Find a pin by name or CID' }).fill('no such thing')
    expect(await page.locator('#no-match').isVisible()).toBe(true)
  })

  it('pins, unpins, pins again, and frees what is neither pinned nor in the files', async () => {
    await page.locator('#choose-files').setInputFiles(join(folder, 'deep/noise.bin'))
    await added(page, 'noise.bin')
    const cid = await cidAt(page, '/noise.bin')
    const note = (text: string) => page.locator('.pin-note', { hasText: text }).waitFor()
    const free = () => page.getByRole('button', { name: 'Free space' }).click()

    await free()
    await page.locator('#storage-note', { hasText: 'Everything here is in the files' }).waitFor()
    await fromMenu(page, 'noise.bin', 'Pin')
    await page.locator('.pin', { hasText: 'noise.bin' }).waitFor()
    await fromMenu(page, 'noise.bin', 'Remove')
    await page.locator('#files-empty').waitFor()
    await fromMenu(page, 'noise.bin', 'Unpin')
    await note('Unpinned')
    await fromMenu(page, 'noise.bin', 'Pin again')
    await note('Pinned again')
    await free()
    // Only the folder as it was before.
    await page.locator('#storage-note', { hasText: /^Freed 1 block, \d+ bytes\.$/ }).waitFor()

    await fromMenu(page, 'noise.bin', 'Unpin')
    await note('Unpinned')
    await free()
    await page.locator('#storage-note', { hasText: /^Freed \d+ blocks, 3 MB\.$/ }).waitFor()

    await page.getByLabel('CID or path', { exact: true }).fill(cid)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.locator('#problem').waitFor()
    expect(await page.locator('#problem-text').textContent()).toContain('Open a CAR file that has it')
  })

  it('takes a CAR file to another browser and opens it there', async () => {
    await drop(page, [folder])
    await added(page, 'shells')
    const [car] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'shells', 'Save as CAR')])
    const path = join(folder, '..', car.suggestedFilename())
    await car.saveAs(path)

    const { page: other } = await browser.openAgain({ profile: IN_BERLIN })
    await other.locator('#choose-car').setInputFiles(path)
    await added(other, 'shells')
    const cid = await cidAt(other, '/shells')
    const pins = await other.locator('.pin').count()
    await truncate(path, 2_000_000)
    await other.locator('#choose-car').setInputFiles(path)
    await other.locator('#problem').waitFor()
    const problem = await other.locator('#problem-text').textContent()

    expect(car.suggestedFilename()).toBe('shells.car')
    expect(cid).toBe(await expectedRoot(folder))
    expect(pins).toBe(0)
    expect(problem).toContain('Save it again at its source')
  })

  it('tells how far it is with a CAR file', async () => {
    await holdFiles(page)
    await page.locator('#choose-car').setInputFiles(await largeCar(join(folder, '..', 'large.car'), 40))
    await page.locator('.progress-text', { hasText: /^[1-9].* of 10.* MB, 0 of 1 file$/ }).waitFor()

    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.locator('#progress').waitFor({ state: 'hidden' })
    expect(await page.locator('#problem').isVisible()).toBe(false)
  })

  it('copies a link where the device cannot share', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await fromMenu(page, '.hidden', 'Share')
    await page.getByText('Only this browser has it.').waitFor()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.getByRole('img', { name: 'QR code of the link' }).isVisible()).toBe(true)
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toContain('/ipfs/baf')
    await page.getByRole('button', { name: 'Close' }).last().click()

    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const opened = await page.evaluate(async (url) => (await fetch(url)).text(), link.href)
    expect(`${link.origin}/`).toBe(server.url)
    expect(opened).toBe('seen all the same')

    await fromMenu(page, '.hidden', 'Copy CID')
    await page.locator('#files-done-text', { hasText: 'CID copied' }).waitFor()
    expect(link.pathname).toBe(`/ipfs/${await page.evaluate(() => navigator.clipboard.readText())}`)
  })

  it('hands a link to the device where that can share', async () => {
    await page.evaluate(() => {
      navigator.share = async (data) => {
        document.body.dataset['shared'] = JSON.stringify(data)
      }
    })
    await page.locator('#choose-files').setInputFiles(join(folder, '.hidden'))
    await added(page, '.hidden')

    await fromMenu(page, '.hidden', 'Share')
    await page.getByRole('button', { name: 'Share with an app' }).click()
    await page.locator('body[data-shared]').waitFor()

    const shared = JSON.parse((await page.locator('body').getAttribute('data-shared')) ?? '')
    expect(shared.title).toBe('.hidden')
    expect(shared.url.startsWith(`${server.url}ipfs/baf`)).toBe(true)
    expect(await page.locator('#files-done').isVisible()).toBe(false)
  })

  it('tells kinds and sizes of what other programs have pinned, from the roots alone', async () => {
    await page.locator('#badge[data-state="online"]').waitFor()
    const cids = await page.evaluate(addElsewhere)

    await page.reload()
    await page.locator('.pin', { hasText: cids.folder }).locator('.file-size', { hasText: 'byte' }).waitFor()
    await page.locator('.pin', { hasText: cids.nameless }).getByText('20 bytes').waitFor()
    await page.locator('.pin', { hasText: cids.raw }).locator('.file-size', { hasText: 'byte' }).waitFor()

    const told = async (cid: string) => {
      const row = page.locator('.pin', { hasText: cid })
      return [await row.locator('.file-name').textContent(), await row.locator('.file-size').textContent()]
    }
    expect(await told(cids.folder)).toEqual(['a folder/', '19 bytes'])
    expect(await told(cids.nameless)).toEqual(['Folder with file', '20 bytes'])
    expect(await told(cids.raw)).toEqual(['File without a name', '9 bytes'])
    expect(await told(cids.data)).toEqual(['Without a name', ''])
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
    expect(await full.locator('#files .file').count()).toBe(0)
  })

  it('takes a folder and files through its buttons', async () => {
    await page.locator('#choose-folder').setInputFiles(join(folder, 'deep'))
    await added(page, 'deep')
    await page
      .locator('#choose-files')
      .setInputFiles([join(folder, '.hidden'), join(folder, 'deep/noise.bin')])
    await added(page, 'noise.bin')

    const names = await page.locator('#files .file-name').allTextContents()
    expect(names).toEqual(['deep', '.hidden', 'noise.bin'])
  })

  it('downloads a folder as a tar archive and a file as it is', async () => {
    const file = join(folder, 'deep/noise.bin')
    await drop(page, [folder, file])
    await added(page, 'noise.bin')

    const archive = await downloaded(page, 'shells', 'Save as tar')
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
    await added(page, 'shells')
    await server.stop()

    await page.reload()
    await page.locator('#badge[data-state="offline"]').waitFor()
    await drop(page, [join(folder, '.hidden')])
    await added(page, '.hidden')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      fromMenu(page, '.hidden', 'Open in a new tab'),
    ])
    await opened.getByText('seen all the same', { exact: true }).waitFor()
    const single = await downloaded(page, '.hidden')

    expect(await page.locator('#files .file').count()).toBe(2)
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
      fromMenu(page, 'evil.html', 'Open in a new tab'),
    ])
    await opened.waitForLoadState()

    const call = () => fetch('/api/v0/pin/ls', { method: 'POST' }).then(String, () => 'refused')
    expect(await opened.evaluate(() => self.origin)).toBe('null')
    expect(await opened.evaluate(call)).toBe('refused')
    expect(await page.evaluate(call)).not.toBe('refused')
  })
})

async function downloaded(page: Page, name: string, entry = 'Save'): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, name, entry)])
  return download
}

/** From now on the first status of a folder is that of an empty one, and waits for a call of what this gives. */
function holdFirstStatus(): () => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const real = window.fetch
  window.fetch = (...request) => {
    if (document.body.dataset['asked'] !== undefined || !String(request[0]).includes('/files/stat')) {
      return real(...request)
    }
    document.body.dataset['asked'] = ''
    return promise
  }
  const Hash = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
  return () => resolve(Response.json({ Hash, Size: 0, CumulativeSize: 4, Blocks: 0, Type: 'directory' }))
}

/** Pins files with names of their own, which are not in the files of the node. */
async function pinMany(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const form = new FormData()
    form.append('file', new Blob([`shell ${at}`]))
    const response = await fetch(`/api/v0/add?pin-name=shell%20${at}`, { method: 'POST', body: form })
    const reply = await response.text()
    if (!response.ok || !reply.includes('"Hash"')) throw new Error(`${response.status}: ${reply}`)
  }
}

/** Adds a folder whose pin has a name, a file of one raw block, and a node that is no file. */
async function addElsewhere(): Promise<Record<'folder' | 'nameless' | 'raw' | 'data', string>> {
  const post = async (path: string, content: string, name = '') => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const lines = (await (await fetch(`/api/v0/${path}`, { method: 'POST', body: form })).text()).trim()
    return JSON.parse(lines.split('\n').at(-1) ?? '')
  }
  return {
    folder: (await post('add?pin-name=a%20folder', 'in a folder', 'folder%2Ffile')).Hash,
    nameless: (await post('add', 'no name here', 'folder%2Ffile')).Hash,
    raw: (await post('add?cid-version=1', 'one block')).Hash,
    data: (await post('dag/put?pin=true', '{"no":"file"}')).Cid['/'],
  }
}
