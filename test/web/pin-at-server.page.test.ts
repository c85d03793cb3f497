import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runStarter } from '../edge/run-starter.ts'
import { chooseNode } from './choose-node.ts'
import { testBrowser } from './open-page.ts'
import { pinToken } from './pin-token.ts'

const browser = testBrowser()

it('a browser that runs no peer pins a folder at npm start, with a token for that alone', async () => {
  const { token, environment } = await pinToken()
  const url = await startServer(environment)
  const page = await (await browser.profile()).newPage()
  await chooseNode(page, url, { chosen: 'browser' })
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const root = await page.evaluate(addFolder, { 'one.txt': 'first file', 'two.txt': 'second file' })
  await page.evaluate(post, `pin/remote/service/add?arg=mine&arg=${new URL(url).origin}&arg=${token}`)
  expect(await heldAt(url, root)).toBe(false)

  const reply = await page.evaluate(post, `pin/remote/add?service=mine&arg=${root}&name=folder`)

  expect(JSON.parse(reply)).toEqual({ Status: 'pinned', Cid: root, Name: 'folder' })
  expect(await heldAt(url, root)).toBe(true)
  expect(await (await fetch(`${url}ipfs/${root}/two.txt`)).text()).toBe('second file')
})

async function startServer(environment: Readonly<Record<string, string>>): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tidepool-pin-at-server-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { url } = await runStarter({ dataFolder, environment })
  return `${new URL(url)}`
}

/** True if the server can read a block by itself. */
async function heldAt(url: string, cid: string): Promise<boolean> {
  return (await fetch(`${url}ipfs/${cid}?format=raw`, { headers: { 'Cache-Control': 'only-if-cached' } })).ok
}

async function addFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const body = new FormData()
  for (const [name, text] of Object.entries(files)) body.append('file', new Blob([text]), `folder%2F${name}`)
  const response = await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })
  const last = (await response.text()).trim().split('\n').at(-1) ?? ''
  return JSON.parse(last).Hash
}

async function post(path: string): Promise<string> {
  const response = await fetch(`/api/v0/${path}`, { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text
}
