import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { makeToken } from '../../src/access/tokens.ts'
import { seededRandom } from '../../src/memory/seeded-random.ts'
import { credentialsOf } from '../hosts/calendar-users.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()
const PASSPHRASE = 'low tide at nine'
const CAR = 'application/vnd.ipld.car'

/** Names what a backup with keys needs. */
const { token, authorization } = await makeToken({
  ...{ random: seededRandom(9), name: 'mover', expiresAtMs: undefined },
  allowedPaths: ['backup', 'key/export', 'key/rotate'].map((path) => `/api/v0/${path}`),
})
const MOVER = { Authorization: `Bearer ${token}` }
const WITH_KEYS = `password=${encodeURIComponent(PASSPHRASE)}`

/** A new node of the edge. */
async function startNode() {
  const API_AUTHORIZATIONS = formatAuthorizations(new Map([['mover', authorization]]))
  const { url, stop } = await startWorkerd({ variables: { API_AUTHORIZATIONS } })
  onTestFinished(stop)
  const post = (path: string, init: RequestInit = {}) => fetch(url + path, { method: 'POST', ...init })
  return { url, post, json: async (path: string) => (await fetch(url + path)).json() }
}

type EdgeNode = Awaited<ReturnType<typeof startNode>>

const publish = async ({ post }: EdgeNode, cid: string, key: string) =>
  (await post(`api/v0/name/publish?arg=/ipfs/${cid}&key=${key}&allow-offline=true`)).json()

/** Gives the page a dialog for new files that answers at once: with one in its own storage. */
function answerSaveDialog(): void {
  const choose = async () =>
    (await navigator.storage.getDirectory()).getFileHandle('saved.car', { create: true })
  Object.assign(window, { showSaveFilePicker: choose })
}

/** What the page has written into the file of that dialog. */
async function savedBytes(): Promise<number[]> {
  const handle = await (await navigator.storage.getDirectory()).getFileHandle('saved.car')
  return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]
}

async function openSettings(url: string): Promise<Page> {
  const page = await (await browser.profile()).newPage()
  await page.addInitScript(answerSaveDialog)
  await chooseNode(page, url, { chosen: 'browser' })
  await page.goto(`${url}#settings`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

it('moves a node with its keys from the edge to a browser, and from there to another edge', async () => {
  const first = await startNode()
  const form = new FormData()
  form.append('file', new Blob(['moved content']), 'moved.txt')
  const added = await (await first.post('api/v0/add?to-files=/&pin-name=moved', { body: form })).json()
  await first.post('api/v0/key/gen?arg=blog')
  const names = [await publish(first, added.Hash, 'self'), await publish(first, added.Hash, 'blog')]
  const event = { title: 'Moving day', start_date: '2040-05-01 10:00:00', end_date: '2040-05-01 12:00:00' }
  const created = await first.post('cal/events/v1/events', {
    headers: { 'Content-Type': 'application/json', ...credentialsOf('editor') },
    body: JSON.stringify({ ...event, status: 'publish' }),
  })
  expect(created.status).toBe(201)
  const exported = await first.post(`api/v0/backup/export?${WITH_KEYS}`, { headers: MOVER })
  const buffer = Buffer.from(await exported.arrayBuffer())

  const page = await openSettings(first.url)
  await page.getByLabel('Restore a backup').setInputFiles({ name: 'node.car', mimeType: CAR, buffer })
  const passphrase = page.locator('#restore-password')
  await passphrase.fill('high tide at nine')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#problem', { hasText: 'wrong password' }).waitFor()
  await passphrase.fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#backup-note', { hasText: 'Restored: ' }).waitFor()

  await page.getByLabel('Also the private keys').check()
  await page.locator('#backup-password').fill(PASSPHRASE)
  await page.locator('#backup-again').fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Save a backup' }).click()
  await page.locator('#backup-note', { hasText: 'Saved: ' }).waitFor()
  const moved = new Uint8Array(await page.evaluate(savedBytes))
  const second = await startNode()
  const headers = { 'Content-Type': CAR, ...MOVER }
  const restored = await second.post(`api/v0/backup/import?${WITH_KEYS}`, { headers, body: moved })

  expect(await restored.text()).toMatch(/"Part":"keys","Rows":3.*"Part":"calendar"/s)
  const [before, after] = await Promise.all(
    [first, second].map(({ json }) => json('cal/events/v1/events?start_date=2040-01-01&end_date=2041-01-01')),
  )
  const identified = ({ title, id }: { title: string; id: number }) => [id, title]
  expect(after.events.map(identified)).toEqual(before.events.map(identified))
  expect(after.total).toBe(1)
  const read = await second.post('api/v0/files/read?arg=/moved.txt')
  expect(await read.text()).toBe('moved content')
  const pins = await (await second.post(`api/v0/pin/ls?arg=${added.Hash}&names=true`)).json()
  expect(pins.Keys[added.Hash]).toMatchObject({ Type: 'recursive', Name: 'moved' })
  const empty = 'bafyaabakaieac'
  for (const [at, key] of ['self', 'blog'].entries()) {
    const name = (await publish(second, empty, key)).Name
    expect(name).toBe(names[at].Name)
    const record = await second.post(`api/v0/name/get?arg=${name}`)
    expect(await sequenceOf(second, await record.arrayBuffer())).toBe(1)
  }
})

/** The sequence number of a record of a name. */
async function sequenceOf({ post }: EdgeNode, record: ArrayBuffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([record]))
  return (await (await post('api/v0/name/inspect', { body: form })).json()).Entry.Sequence
}

it('says that restored content is incomplete, and leaves it out of a backup only when the visitor asks', async () => {
  const edge = await startNode()
  const form = new FormData()
  form.append('file', new Blob(['lost content']), 'lost.txt')
  const added = await (
    await edge.post('api/v0/add?to-files=/&pin=false&raw-leaves=true', { body: form })
  ).json()
  await edge.post(`api/v0/block/rm?arg=${added.Hash}&force=true`)
  const exported = await edge.post('api/v0/backup/export?partial=true')
  const buffer = Buffer.from(await exported.arrayBuffer())

  const page = await openSettings(edge.url)
  await page.getByLabel('Restore a backup').setInputFiles({ name: 'node.car', mimeType: CAR, buffer })
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.locator('#backup-note', { hasText: 'missing blocks: 1, the first of "/lost.txt"' }).waitFor()
  await page.getByRole('button', { name: 'Save a backup' }).click()
  await page.locator('#problem', { hasText: 'Cannot back up "/lost.txt"' }).waitFor()
  await page.getByLabel('Leave out what is missing').check()
  await page.getByRole('button', { name: 'Save a backup' }).click()
  await page.locator('#backup-note', { hasText: 'Saved: ' }).waitFor()
})

it('saves a backup where the browser has no dialog for new files, and says that a file is none', async () => {
  const { page } = await browser.openAgain({ at: '#settings' })
  onTestFinished(() => page.close())
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save a backup' }).click()
  const download = await downloading
  const bytes = readFileSync(await download.path())
  await page
    .getByLabel('Restore a backup')
    .setInputFiles({ name: 'no.car', mimeType: CAR, buffer: Buffer.from('x') })

  expect(download.suggestedFilename()).toMatch(/^tidepool-\d{4}-\d\d-\d\d\.car$/)
  expect(bytes.toString('latin1')).toContain('tidepool-backup')
  await page.locator('#problem', { hasText: '“no.car” is no backup of a node' }).waitFor()
})
