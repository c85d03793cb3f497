import type { BrowserContextOptions, Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cidAt, fromMenu } from './file-menu.ts'
import { testBrowser } from './open-page.ts'
import { ENDLESS_BYTES, sparseFile } from './sparse-file.ts'

const browser = testBrowser()

describe('what the page says after an error', () => {
  it('tells what to do about a CAR file that does not hold all of its root', async () => {
    const page = await opened()
    const [root, child] = await page.evaluate(addFolder)
    const partial = await page.evaluate(rootAlone, { root, child })

    await page.locator('#choose-car').setInputFiles({
      name: 'part.car',
      mimeType: '',
      buffer: Buffer.from(partial, 'base64'),
    })

    expect(await problem(page)).toMatch(/^part\.car is incomplete .*then open that file\.$/)
  })

  it('tells what to do when the browser lets nothing be copied', async () => {
    const page = await opened()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page
      .locator('#choose-files')
      .setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('a') })

    await fromMenu(page, 'a.txt', 'Share')
    await page.getByRole('button', { name: 'Copy the link' }).click()

    await page
      .getByRole('dialog')
      .getByText(/Copy it from here: http.*\/ipfs\/baf/)
      .waitFor()
  })

  it('tells what to do when another tab has unpinned it', async () => {
    const page = await opened()
    await page
      .locator('#choose-files')
      .setInputFiles({ name: 'b.txt', mimeType: '', buffer: Buffer.from('b') })
    await fromMenu(page, 'b.txt', 'Pin')
    await page.locator('#files-done-text', { hasText: 'Pinned “b.txt”' }).waitFor()
    const cid = await cidAt(page, '/b.txt')
    await page.evaluate((arg) => fetch(`/api/v0/pin/rm?arg=${arg}`, { method: 'POST' }), cid)

    await fromMenu(page, 'b.txt', 'Unpin')

    expect(await problem(page)).toContain('Reload the page to see what is here.')
  })

  it('asks for the pinning services again when they are opened again', async () => {
    const page = await opened()
    await page.evaluate(failFirst, 'pin/remote/service/ls')
    const services = page.locator('#services summary')
    await services.click()
    await problem(page)
    await services.click()

    await services.click()

    await page.getByLabel('Name of a service').waitFor()
  })

  it('tells what to do when a drop holds no file, and adds while another add is under way', async () => {
    const page = await opened()
    await page.locator('#drop').waitFor()
    await page.evaluate(() => {
      dispatchEvent(new DragEvent('drop', { dataTransfer: new DataTransfer(), cancelable: true }))
    })
    expect(await problem(page)).toContain('Drop files or a folder from your computer.')

    await page.locator('#choose-files').setInputFiles(await sparseFile(ENDLESS_BYTES))
    await page.locator('.progress-text', { hasText: ' of 200 GB' }).waitFor()
    await page
      .locator('#choose-files')
      .setInputFiles({ name: 'c.txt', mimeType: '', buffer: Buffer.from('c') })
    await page.locator('.file-name', { hasText: 'c.txt' }).waitFor()
    await expect.poll(() => page.locator('.progress').count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('#progress').waitFor({ state: 'hidden' })
  })

  it('tells what to do when the browser gives it no node', async () => {
    const blocked = await opened({ serviceWorkers: 'block' })
    expect(await problem(blocked)).toContain('allow site data for this address')

    await blocked.getByRole('button', { name: 'Close' }).click()
    await blocked.getByRole('link', { name: 'Explorer' }).click()
    expect(await problem(blocked)).toContain('allow site data for this address')
  })

  it('tells what to do when a part of it is gone from its server', async () => {
    const page = await opened({ serviceWorkers: 'block' })
    expect(await problem(page)).toContain('allow site data for this address')
    onTestFinished(() => page.close())
    await page.route('**/draw-explorer-*.js', (route) => route.fulfill({ status: 404 }))

    await page.getByRole('link', { name: 'Explorer' }).click()

    await page.locator('#problem-text', { hasText: 'Reload it.' }).waitFor()
  })

  it('shows a problem in the dialog that is open, where it can be closed, and later in the page', async () => {
    const page = await opened()
    const cid = await page.evaluate(addCutFile)
    await page.goto(`${page.url().split('#')[0]}#content/ipfs/${cid}`)
    const dialog = page.getByRole('dialog')
    const shown = dialog.getByRole('alert')

    await dialog.getByRole('button', { name: /^Show more/ }).click()
    await shown.getByText('Open a CAR file that has it').waitFor()
    await shown.getByRole('button', { name: 'Close' }).click()
    await shown.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: /^Show more/ }).click()
    await shown.waitFor()
    await page.keyboard.press('Escape')

    await dialog.waitFor({ state: 'detached' })
    expect(await problem(page)).toContain('Open a CAR file that has it')
  })

  it('closes a problem, and removes it when its view is left', async () => {
    const page = await opened()
    await page.getByLabel('CID or path', { exact: true }).fill('nothing')
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await problem(page)

    await page.getByRole('link', { name: 'Explorer' }).click()

    await page.locator('#problem').waitFor({ state: 'hidden' })
  })
})

/** A page of its own, with storage of its own. */
async function opened(profile: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await browser.openAgain({ profile })
  if (profile.serviceWorkers !== 'block') await page.locator('#badge[data-state="online"]').waitFor()
  return page
}

async function problem(page: Page): Promise<string> {
  await page.locator('#problem').waitFor()
  return (await page.locator('#problem-text').textContent()) ?? ''
}

/** Adds a text file of two blocks, and forgets the second one. Gives the CID of the file. */
async function addCutFile(): Promise<string> {
  const run = (path: string, body: FormData | null = null) =>
    fetch(`/api/v0/${path}`, { method: 'POST', body })
  const form = new FormData()
  form.append('file', new Blob(['tide\n'.repeat(60_000)]))
  const { Hash } = await (await run('add?pin=false', form)).json()
  const lines = (await (await run(`refs?arg=${Hash}`)).text()).trim().split('\n')
  await run(`block/rm?arg=${JSON.parse(lines[1] ?? '').Ref}`)
  return Hash
}

/** Adds a folder with a file in it, and forgets the file. Gives both CIDs. */
async function addFolder(): Promise<[root: string, child: string]> {
  const form = new FormData()
  form.append('file', new Blob(['inside']), 'folder%2Ffile')
  const lines = (await (await fetch('/api/v0/add', { method: 'POST', body: form })).text()).trim().split('\n')
  const [child = '', root = ''] = lines.map((line) => String(JSON.parse(line).Hash))
  return [root, child]
}

/** A CAR file, in base64, that names the root of a folder and has only its own block; then forgets all blocks. */
async function rootAlone({ root, child }: { readonly root: string; readonly child: string }) {
  const run = (path: string) => fetch(`/api/v0/${path}`, { method: 'POST' })
  await run(`pin/rm?arg=${root}`)
  await run(`block/rm?arg=${child}`)
  const bytes = await (await run(`dag/export?arg=${root}&local-only=true`)).bytes()
  await run('repo/gc')
  return btoa(String.fromCharCode(...bytes))
}

/** From now on the first call whose address contains `part` fails. */
function failFirst(part: string): void {
  const real = window.fetch
  window.fetch = (...request) => {
    if (!String(request[0]).includes(part)) return real(...request)
    window.fetch = real
    return Promise.resolve(new Response('busy', { status: 503 }))
  }
}
