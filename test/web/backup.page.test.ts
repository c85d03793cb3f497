import { expect, it, onTestFinished } from 'vitest'
import { credentialsOf } from '../hosts/calendar-users.ts'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'

const browser = testBrowser()

/** A new node of the edge. */
async function startNode() {
  const { url, stop } = await startWorkerd()
  onTestFinished(stop)
  const post = (path: string, init: RequestInit = {}) => fetch(url + path, { method: 'POST', ...init })
  return { url, post, json: async (path: string) => (await fetch(url + path)).json() }
}

/** Restores a backup in the node of the page's browser, and returns the lines of the reply and a backup of that node. */
async function moveThroughBrowser(bytes: readonly number[]) {
  const headers = { 'Content-Type': 'application/vnd.ipld.car' }
  const body = new Uint8Array(bytes)
  const restored = await fetch('/browser/api/v0/backup/import', { method: 'POST', headers, body })
  const lines = await restored.text()
  const saved = await fetch('/browser/api/v0/backup/export', { method: 'POST' })
  return { lines, file: [...new Uint8Array(await saved.arrayBuffer())] }
}

it('moves a node from the edge to a browser, and from there to another edge', async () => {
  const first = await startNode()
  const form = new FormData()
  form.append('file', new Blob(['moved content']), 'moved.txt')
  const added = await (await first.post('api/v0/add?to-files=/&pin-name=moved', { body: form })).json()
  const event = { title: 'Moving day', start_date: '2040-05-01 10:00:00', end_date: '2040-05-01 12:00:00' }
  const created = await first.post('cal/events/v1/events', {
    headers: { 'Content-Type': 'application/json', ...credentialsOf('editor') },
    body: JSON.stringify({ ...event, status: 'publish' }),
  })
  expect(created.status).toBe(201)
  const saved = new Uint8Array(await (await first.post('api/v0/backup/export')).arrayBuffer())

  const page = await (await browser.profile()).newPage()
  await chooseNode(page, first.url, { chosen: 'browser' })
  await page.goto(first.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const moved = await page.evaluate(moveThroughBrowser, [...saved])
  const second = await startNode()
  const headers = { 'Content-Type': 'application/vnd.ipld.car' }
  const restored = await second.post('api/v0/backup/import', { headers, body: new Uint8Array(moved.file) })

  expect(moved.lines).toContain('"Part":"calendar"')
  expect(await restored.text()).toContain('"Part":"calendar"')
  const [before, after] = await Promise.all(
    [first, second].map(({ json }) => json('cal/events/v1/events?start_date=2040-01-01&end_date=2041-01-01')),
  )
  expect(after.events.map(({ title, id }: { title: string; id: number }) => [id, title])).toEqual(
    before.events.map(({ title, id }: { title: string; id: number }) => [id, title]),
  )
  expect(after.total).toBe(1)
  const read = await second.post('api/v0/files/read?arg=/moved.txt')
  expect(await read.text()).toBe('moved content')
  const pins = await (await second.post(`api/v0/pin/ls?arg=${added.Hash}&names=true`)).json()
  expect(pins.Keys[added.Hash]).toMatchObject({ Type: 'recursive', Name: 'moved' })
})
