import type { Dialog } from 'playwright'
import { describe, expect, it } from 'vitest'
import { APP_FILES, startTabNode } from './app-files.ts'
import { testBrowser } from './open-page.ts'

declare let tabNode: Awaited<ReturnType<typeof import('../../web/host/tab.ts').createTabNode>>

const browser = testBrowser()

describe('a tab whose main thread stops while it reads', () => {
  it('lets other tabs remove and add', async () => {
    const { page: reader, context, server } = await browser.open({ at: 'app', extras: APP_FILES })
    await startTabNode(reader)
    const other = await context.newPage()
    await other.goto(`${server.url}app`)
    await startTabNode(other)
    const { read, removed } = await reader.evaluate(addContent)

    const dialog = new Promise<Dialog>((resolve) => reader.once('dialog', resolve))
    const reading = reader.evaluate(readAndStop, read)
    const opened = await dialog

    expect(await other.evaluate(statusOf, `block/rm?arg=${removed}&timeout=5s`)).toBe(200)
    expect(await other.evaluate(addText, 'while the reader is stopped')).toBe(200)
    await opened.dismiss()
    await reading
  })
})

/** Adds a file of several packed blocks, and a block that is not pinned. */
async function addContent(): Promise<{ read: string; removed: string }> {
  const add = async (bytes: Uint8Array<ArrayBuffer>, options: string) => {
    const body = new FormData()
    body.append('file', new Blob([bytes]))
    const response = await tabNode.fetch(`/api/v0/add?cid-version=1&${options}`, { method: 'POST', body })
    return (await response.json()).Hash as string
  }
  const large = new Uint8Array(1024 * 1024).map((_, at) => at >> 16)
  return {
    read: await add(large, 'chunker=size-16384'),
    removed: await add(new Uint8Array(9), 'pin=false'),
  }
}

/** Reads until a few blocks came from a pack whose table is known, and then stops the thread. */
async function readAndStop(cid: string): Promise<void> {
  const read = async () => (await tabNode.fetch(`/api/v0/cat?arg=${cid}`, { method: 'POST' })).arrayBuffer()
  for (let times = 0; times < 4; times += 1) await read()
  alert('stopped')
}

async function statusOf(path: string): Promise<number> {
  const response = await tabNode.fetch(`/api/v0/${path}`, { method: 'POST' })
  await response.text()
  return response.status
}

async function addText(text: string): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([text]))
  const response = await tabNode.fetch('/api/v0/add', { method: 'POST', body })
  await response.text()
  return response.status
}
