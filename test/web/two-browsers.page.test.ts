import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runStarter } from '../edge/run-starter.ts'
import { audit } from './audit.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'
import { pinToken } from './pin-token.ts'
import { followWorkerRequests } from './running-browser.ts'
import { savePicture } from './save-picture.ts'

followWorkerRequests()
const browser = testBrowser()

describe('two browsers and one npm start', () => {
  it('share a folder under a name: first from browser to browser, then by the server where the first has pinned it', async () => {
    const { token, environment } = await pinToken()
    const { url } = await startServer(environment)
    const first = await openPeers(url)
    const second = await openPeers(url)

    const root = await first.page.evaluate(addFolder, { 'one.txt': 'first file', 'two.txt': 'second file' })
    const { Name } = await first.post(`name/publish?arg=/ipfs/${root}&lifetime=1h`)
    await second.connectTo(await first.browserAddress())

    expect(await second.page.evaluate(read, `/ipns/${Name}/one.txt`)).toBe('first file')
    expect(await isOnServer(url, root)).toBe(false)
    expect(await second.page.locator('#peers-table tbody tr').count()).toBe(2)
    expect(await faultsIn(second.page)).toEqual([])
    await second.page.reload()
    await second.page.getByText('Connected to 2 peers.').waitFor()
    await second.page.getByText('directly by WebRTC').waitFor()

    await first.post(`pin/remote/service/add?arg=server&arg=${new URL(url).origin}&arg=${token}`)
    expect(await first.post(`pin/remote/add?service=server&arg=${root}`)).toMatchObject({ Status: 'pinned' })
    await first.context.close()

    expect(await second.page.evaluate(read, `/ipns/${Name}/two.txt`)).toBe('second file')
    expect(new Set([...first.hosts, ...second.hosts])).toEqual(new Set([new URL(url).host]))
  })
})

async function startServer(environment: Readonly<Record<string, string>>) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tidepool-two-browsers-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { url } = await runStarter({ dataFolder, environment: { ...environment, ROUTING_TYPE: 'dhtserver' } })
  return { url: `${new URL(url)}` }
}

/** The view of peers in a profile of its own, connected to the server of the page. */
async function openPeers(url: string) {
  const context = await browser.profile()
  const hosts = recordHosts(context)
  const page = await context.newPage()
  await chooseNode(page, url, { chosen: 'browser' })
  await page.goto(`${url}#peers`)
  await page.getByRole('button', { name: 'Connect this browser' }).click()
  await page.getByText('Connected to one peer.').waitFor()
  const post = (path: string) => page.evaluate(postJson, path)
  return {
    context,
    page,
    hosts,
    post,
    /** Where another browser dials this one. */
    async browserAddress(): Promise<string> {
      const address = page.getByText('/p2p-circuit/webrtc/')
      return (await address.first().textContent()) ?? ''
    },
    async connectTo(address: string) {
      await page.getByLabel('Address of a peer').fill(address)
      await page.getByRole('button', { name: 'Connect to it' }).click()
      await page.getByText('directly by WebRTC').waitFor()
    },
  }
}

/** On the screens of a desk and of a phone, light and dark. */
async function faultsIn(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      faults.push(...(await page.evaluate(audit)))
      await page.locator('#peers-title').scrollIntoViewIfNeeded()
      await savePicture(page, `peers-live-${width}-${colorScheme}`)
    }
  }
  return faults
}

/** The hosts of all requests and sockets of a profile, also those of its service worker. */
function recordHosts(context: BrowserContext): Set<string> {
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  context.on('page', (page: Page) => page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host)))
  return hosts
}

async function isOnServer(url: string, root: string): Promise<boolean> {
  const path = `api/v0/block/stat?arg=${root}&offline=true`
  return (await fetch(url + path, { method: 'POST' })).ok
}

async function addFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const body = new FormData()
  for (const [name, text] of Object.entries(files)) body.append('file', new Blob([text]), `folder%2F${name}`)
  const response = await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })
  const last = (await response.text()).trim().split('\n').at(-1) ?? ''
  return JSON.parse(last).Hash
}

async function postJson(path: string) {
  const response = await fetch(`/api/v0/${path}`, { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function read(path: string): Promise<string> {
  const response = await fetch(path)
  return response.ok ? response.text() : `${response.status} ${await response.text()}`
}
