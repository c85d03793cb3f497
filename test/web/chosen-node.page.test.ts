import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { withOrigins } from '../../src/access/origins.ts'
import { loopbackPolicy, tokenPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { NODE_HEADER } from '../../web/host/node-choice.ts'
import { AUTHORIZATIONS, tokenOf } from '../requests/access-matrix.ts'
import { file, form } from '../requests/form.ts'
import { memoryNode } from '../unit/memory-ports.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'
import { type Behind, startPageServer } from './page-server.ts'
import { ENDLESS_BYTES, sparseFile } from './sparse-file.ts'

const CID = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o'
const MIB = 1024 * 1024
const NOTHING_PINNED = [200, '{"Keys":{},"PinLsList":{"Keys":{}}}\n']
const SURFACES = /^\/(api|ipfs|ipns|cal|event)\//

const browser = testBrowser()

describe('the node that a page shows', () => {
  let behind: Behind
  let seen: Request[]

  beforeEach(async () => {
    seen = []
    behind = await nodeWithFile(seen)
  })

  it('is the one on the server at the first visit, then the one that is chosen, in every tab and at the root', async () => {
    const { page, context, server } = await browser.openAgain({ behind })
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()
    expect(await page.evaluate(post, `/api/v0/cat?arg=${CID}`)).toEqual([200, 'hello world\n'])
    expect(await page.evaluate(post, '/browser/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
    expect(await page.evaluate(post, `/browser/api/v0/cat?arg=${CID}`)).toEqual([500, expect.any(String)])
    const other = await context.newPage()
    await other.goto(server.url)
    await item(other).waitFor()

    await page.getByLabel('Node').selectOption('This browser')

    for (const tab of [page, other]) {
      await tab.getByText('You see the node in this browser.').waitFor()
      await tab.locator('#nothing').waitFor()
      await tab.waitForFunction(() => navigator.serviceWorker.controller !== null)
      expect(await tab.evaluate(post, '/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
    }
  })

  it('is audited by the browser, never by itself', async () => {
    const { page, server } = await browser.openAgain({ at: '#ledger', behind })
    await page.locator('#records[aria-busy="false"]').waitFor()
    const asked = page.waitForRequest(/ledger\/audit/)

    await page.getByRole('button', { name: 'Audit in this tab' }).click()

    const { searchParams, origin } = new URL((await asked).url())
    expect((await asked).headers()[NODE_HEADER.toLowerCase()]).toBe('browser')
    expect(searchParams.get('from')).toBe(origin)
    expect(`${origin}/`).toBe(server.url)
    expect(await page.getByRole('button', { name: 'Audit the server of this page' }).isVisible()).toBe(false)
  })

  it('keeps to a server that is gone, says so by itself, also when it is back, and offers the browser', async () => {
    const { page, context, server } = await browser.openAgain({ behind })
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()
    // Its intervals stay shorter.
    onTestFinished(() => page.close())
    await server.stop()
    await page.getByRole('button', { name: 'Free space' }).click()
    await page.locator('#badge[data-state="offline"]').waitFor()
    const tab = await context.newPage()

    const answer = await tab.goto(`${server.url}ipfs/${CID}`)

    expect(answer?.status()).toBe(503)
    await tab.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    await tab.getByRole('link', { name: 'Try again' }).waitFor()
    await tab.getByRole('link', { name: 'Look in this browser' }).click()
    await tab.getByText('block was not found locally').waitFor()
    expect(new URL(tab.url()).pathname).toBe(`/browser/ipfs/${CID}`)
    await expect(page.evaluate(post, '/api/v0/version')).rejects.toThrow('Failed to fetch')

    await page.addInitScript(shortIntervals)
    await page.reload()
    await page.locator('#problem-text', { hasText: 'did not answer' }).waitFor()
    // Nothing is said of what could not be read.
    expect(await page.getByText('No pins.').isVisible()).toBe(false)
    expect(await page.locator('#storage-text').textContent()).toBe('')
    await page.locator('#badge[data-state="offline"]').waitFor()

    await server.startAgain()
    await page.locator('#badge[data-state="online"]').waitFor()
    await server.stop()
    await page.locator('#badge[data-state="offline"]').waitFor()
  })

  it('is the one in the browser where the server has none, or at another address, which gets its token with nothing but calls', async () => {
    const { page, server } = await browser.openAgain()
    await page.locator('#badge[data-state="online"]').waitFor()
    expect(await page.evaluate(post, '/api/v0/pin/ls')).toEqual(NOTHING_PINNED)
    const policy = withOrigins(tokenPolicy(AUTHORIZATIONS), [new URL(server.url).origin])
    const other = await startPageServer({}, await nodeWithFile(seen, policy))
    onTestFinished(() => other.stop())

    await page.getByLabel('Node').selectOption('Another node…')
    await page.getByLabel('Address').fill(other.url)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('The node refuses this page.').waitFor()
    await page.getByLabel('Token').fill(tokenOf('all'))
    await page.getByRole('button', { name: 'Connect' }).click()

    await item(page).waitFor()
    expect(await page.getByLabel('Node').locator('option:checked').textContent()).toBe(
      new URL(other.url).host,
    )
    expect(await page.evaluate(get, `/ipfs/${CID}`)).toEqual([200, 'hello world\n'])
    const ofContent = seen.filter(({ url }) => url.endsWith(`/ipfs/${CID}`))
    expect(ofContent.map(({ headers }) => headers.get('Authorization'))).toEqual([null])

    await page.getByLabel('Node').selectOption('Access to this node…')
    await page.getByRole('button', { name: 'Forget this node' }).click()
    await page.locator('#nothing').waitFor()
    await expect
      .poll(() => page.getByLabel('Node').locator('option').allTextContents())
      .toEqual(['This server', 'This browser', 'Another node…'])
  })

  it('stays the same when the visitor cancels before another node has answered, or connects to a further one', async () => {
    const { page, server } = await browser.openAgain()
    await page.locator('#badge[data-state="online"]').waitFor()
    const answer = Promise.withResolvers<void>()
    const open = await nodeWithFile(seen, withOrigins(loopbackPolicy(), [new URL(server.url).origin]))
    const slow: Behind = (request) => open(request)?.then((response) => answer.promise.then(() => response))
    const other = await startPageServer({}, slow)
    onTestFinished(() => other.stop())
    const ended = () => page.waitForEvent('requestfailed', (request) => request.url().startsWith(other.url))
    const asked = () => page.waitForRequest((request) => request.url().startsWith(other.url))
    const connect = () => page.getByRole('button', { name: 'Connect' }).click()
    // Without a time limit, only the visitor ends a call.
    await page.evaluate(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })

    await page.getByLabel('Node').selectOption('Another node…')
    await page.getByLabel('Address').fill(other.url)
    await Promise.all([asked(), connect()])
    await Promise.all([ended(), asked(), connect()])
    await Promise.all([ended(), page.getByRole('button', { name: 'Cancel' }).click()])
    answer.resolve()

    await page.locator('.node-dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Node').locator('option').allTextContents()).not.toContain(
      new URL(other.url).host,
    )
  })

  it('is the one in the browser where the server asks for a token, until the visitor has one', async () => {
    behind = await nodeWithFile(seen, tokenPolicy(AUTHORIZATIONS))
    const { page } = await browser.openAgain({ behind })
    await page.locator('#nothing').waitFor()

    await page.getByLabel('Node').selectOption('This server')
    await page.getByLabel('Token').fill(tokenOf('all'))
    await page.getByRole('button', { name: 'Connect' }).click()

    await item(page).waitFor()
    await page.getByRole('heading', { name: 'Content of this server', level: 1 }).waitFor()
  })

  it('copies content in both directions by one action, and continues an upload after a reload', async () => {
    const isCut = { atSecondPart: true, byClosing: false }
    const { page } = await browser.openAgain({ behind: cutAtSecondPart(behind, seen, isCut) })
    const faults: string[] = []
    onTestFinished(() => page.close())
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()
    const unpinned = await page.evaluate(addFolder)

    const files = await largeAndSmall()
    const cutOff = async () => {
      seen.length = 0
      isCut.atSecondPart = true
      await page.locator('#choose-files').setInputFiles(files)
      await page.locator('.progress-text', { hasText: /^1(\.\d)? MB of / }).waitFor()
      isCut.atSecondPart = false
      await page.reload()
    }
    await cutOff()
    expect(await page.evaluate(storedCopies)).toHaveLength(3)
    await page.getByRole('button', { name: 'Continue: Upload of “2 items”' }).click()
    await page.getByRole('link', { name: 'small.txt' }).waitFor()
    await page.getByRole('link', { name: 'large.bin' }).waitFor()
    const imports = seen.filter(({ url }) => url.includes('dag/import'))
    expect(imports.length).toBeGreaterThan(2)
    await page.locator('#progress').waitFor({ state: 'hidden' })
    await page.evaluate(leaveCopy)
    expect(await page.evaluate(storedCopies)).toEqual(['tidepool/uploads/killed/meta'])
    await cutOff()
    await page.getByRole('button', { name: 'Discard: Upload of “2 items”' }).click()
    await page.locator('#unfinished').waitFor({ state: 'hidden' })

    expect(await page.evaluate(storedCopies)).toEqual([])
    const read = `/browser/api/v0/cat?offline=true&arg=${unpinned}/page.html`
    expect(await page.evaluate(post, read)).toEqual([200, '<title>a site</title>'])
    const serverPins = JSON.parse((await page.evaluate(post, '/api/v0/pin/ls?type=recursive'))[1])
    expect(Object.keys(serverPins.Keys)).toEqual([CID])
    expect(faults).toEqual([])
    seen.length = 0
    isCut.byClosing = true
    const told = await page.evaluateHandle(progressTexts)
    await page.locator('#choose-files').setInputFiles(files)
    await page.locator('#unfinished .progress-text', { hasText: /^Cut off at 1(\.\d)? MB of / }).waitFor()
    expect(await page.locator('#problem').isVisible()).toBe(false)
    expect(await told.jsonValue()).toContainEqual(expect.stringMatching(/^Preparing: \S+ \S+ of 10\.5 MB$/))
    isCut.byClosing = false
    await page.getByRole('button', { name: 'Discard: Upload of “2 items”' }).click()

    await page.getByRole('button', { name: `Actions for ${CID}` }).click()
    await page.getByRole('menuitem', { name: 'Keep in this browser' }).click()
    await page.getByText(`Copied and pinned “${CID}”`).waitFor()

    expect(await page.evaluate(post, `/browser/api/v0/cat?arg=${CID}`)).toEqual([200, 'hello world\n'])
    await page.evaluate(post, `/api/v0/pin/rm?arg=${CID}`)
    await page.evaluate(post, '/api/v0/repo/gc')
    await page.getByLabel('Node').selectOption('This browser')
    await page.getByText('You see the node in this browser.').waitFor()
    await page.getByRole('button', { name: `Actions for ${CID}` }).click()
    await page.getByRole('menuitem', { name: 'Send to the server' }).click()
    await page.getByText(`Copied and pinned “${CID}”`).waitFor()
    expect(await page.evaluate(readServer, CID)).toBe('hello world\n')
  })

  it('shows how much it has got of a restore', async () => {
    const answer = Promise.withResolvers<void>()
    const slow: Behind = (request) => {
      const response = behind(request)
      return request.url.includes('backup/import')
        ? answer.promise.then(() => response as Promise<Response>)
        : response
    }
    const { page } = await browser.openAgain({ at: '#settings', behind: slow })
    await page.locator('#badge[data-state="online"]').waitFor()
    const saved = await page.evaluate(saveServer)
    const chosen = { name: 'node.car', mimeType: 'application/vnd.ipld.car', buffer: Buffer.from(saved) }

    await page.getByLabel('Restore a backup').setInputFiles(chosen)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()

    await page.locator('#backup-progress p', { hasText: /^Restoring: (\S+ \S+) of \1$/ }).waitFor()
    answer.resolve()
    await page.locator('#backup-note', { hasText: 'Restored: ' }).waitFor()
  })

  it('is not changed under work that is under way', async () => {
    const { page, context, server } = await browser.openAgain()
    await page.locator('#badge[data-state="online"]').waitFor()
    await page.locator('#choose-files').setInputFiles(await sparseFile(ENDLESS_BYTES))
    await page.locator('.progress-text', { hasText: ' of 200 GB, 0 of 1 file' }).waitFor()
    const other = await context.newPage()

    await chooseNode(other, server.url, { chosen: 'server' })

    await page.getByText('“This server” was chosen. This tab goes on with its work').waitFor()
    expect(await page.locator('#progress').isVisible()).toBe(true)
  })

  it('leaves paths below /browser to the browser, and takes the origin from its content there too', async () => {
    const { page, server } = await browser.openAgain({ behind })
    await item(page).waitFor()
    await page.locator('#badge[data-state="online"]').waitFor()

    const root = await page.evaluate(addFolder)
    await page.goto(`${server.url}browser/ipfs/${root}`)
    expect(new URL(page.url()).pathname).toBe(`/browser/ipfs/${root}/`)

    await page.goto(`${server.url}browser/ipfs/${root}/page.html`)
    expect(await page.title()).toBe('a site')
    expect(await page.evaluate(() => self.origin)).toBe('null')
  })
})

function item(page: Page) {
  return page.locator('.pin', { hasText: CID.slice(0, 6) })
}

/** A node on a server, whose owner has added a file by the API. It keeps the requests that it gets in `seen`. */
async function nodeWithFile(seen: Request[], policy = loopbackPolicy()): Promise<Behind> {
  const node = await memoryNode()
  const init = { method: 'POST', ...form(file('hello.txt', 'hello world\n')) }
  await createApp(node, loopbackPolicy()).request('http://127.0.0.1/api/v0/add', init)
  const app = createApp(node, policy)
  return (request) => {
    if (!SURFACES.test(new URL(request.url).pathname)) return undefined
    seen.push(request)
    return Promise.resolve(app.fetch(request))
  }
}

/** The paths of a file of 9 MiB, no two of which are equal, and of its last one, until the test is over. */
async function largeAndSmall(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tidepool-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const bytes = Buffer.concat(Array.from({ length: 9 }, (_, at) => Buffer.alloc(MIB, at)))
  const [large, small] = [join(folder, 'large.bin'), join(folder, 'small.txt')]
  await writeFile(large, bytes)
  await writeFile(small, bytes.subarray(8 * MIB))
  return [large, small]
}

/** Stays silent to the second part of a copy, as a server that was stopped, or closes the connection. */
function cutAtSecondPart(
  behind: Behind,
  seen: readonly Request[],
  isCut: { readonly atSecondPart: boolean; readonly byClosing: boolean },
): Behind {
  return (request) => {
    const isSecond = request.url.includes('dag/import') && seen.some(({ url }) => url.includes('dag/import'))
    if (isCut.byClosing && isSecond) return Promise.reject(new Error('closed'))
    return isCut.atSecondPart && isSecond ? new Promise(() => undefined) : behind(request)
  }
}

function shortIntervals(): void {
  const set = window.setInterval
  window.setInterval = ((task: () => void, ms: number) => set(task, ms / 100)) as typeof window.setInterval
}

async function post(path: string): Promise<[number, string]> {
  const response = await fetch(path, { method: 'POST' })
  return [response.status, await response.text()]
}

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(path)
  return [response.status, await response.text()]
}

/** From now on gets every text that the progress shows. */
function progressTexts(): string[] {
  const texts: string[] = []
  const add = () => texts.push(document.querySelector('.progress-text')?.textContent ?? '')
  new MutationObserver(add).observe(document.body, { childList: true, subtree: true })
  return texts
}

/** The databases of copies of uploads, and the folders with their packs. */
async function storedCopies(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const root = await navigator.storage.getDirectory()
  const packs = await root.getDirectoryHandle('tidepool-packs', { create: true })
  for await (const name of packs.keys()) names.push(decodeURIComponent(name))
  return names.filter((name) => name.startsWith('tidepool/uploads/'))
}

/** Leaves what a page leaves that is killed while it copies files. */
async function leaveCopy(): Promise<void> {
  const done = (request: IDBRequest) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const copy = indexedDB.open('tidepool/uploads/killed/meta')
  await done(copy)
  copy.result.close()
  const remembered = indexedDB.open('tidepool/page')
  await done(remembered)
  const store = remembered.result.transaction('remembered', 'readwrite').objectStore('remembered')
  await done(store.put(new Map([['killed', true]]), 'upload-copies'))
  remembered.result.close()
}

/** Adds a folder to the node in the browser, without a pin. */
async function addFolder(): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob(['<title>a site</title>']), 'folder%2Fpage.html')
  const response = await fetch('/browser/api/v0/add?cid-version=1&pin=false', { method: 'POST', body })
  return JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '').Hash
}

/** The bytes of a backup of the server. */
async function saveServer(): Promise<number[]> {
  const response = await fetch('/api/v0/backup/export', { method: 'POST' })
  return [...new Uint8Array(await response.arrayBuffer())]
}

/** What the server answers, whatever node is chosen. */
async function readServer(cid: string): Promise<string> {
  const headers = { 'X-Tidepool-Node': 'server' }
  return (await fetch(`/api/v0/cat?arg=${cid}`, { method: 'POST', headers })).text()
}
