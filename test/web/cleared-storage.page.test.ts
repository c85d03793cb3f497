import type { BrowserContext, Dialog, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { APP_FILES, startTabNode } from './app-files.ts'
import { testBrowser } from './open-page.ts'

declare let tabNode: Awaited<ReturnType<typeof import('../../web/host/tab.ts').createTabNode>>

const browser = testBrowser()

describe('a storage that the user clears while a tab uses it', () => {
  it('fails the calls that are under way as unavailable, and is opened again by the next call', async () => {
    const { page, context } = await browser.open({ at: 'app', extras: APP_FILES })
    await startTabNode(page)
    const dialog = new Promise<Dialog>((resolve) => page.once('dialog', resolve))
    const under = page.evaluate(callWhileCleared)
    const opened = await dialog

    await clearStorage(context, page)
    await opened.dismiss()

    expect(await under).toEqual(Array.from({ length: 4 }, () => 'unavailable'))
    expect(await page.evaluate(addAndRead, 'after it was cleared')).toBe('after it was cleared')
  })

  it('ends the term of a tab that runs the peer, until its next call', async () => {
    const { page, context } = await browser.open({ at: 'app', extras: APP_FILES })
    await startTabNode(page, { network: true })
    await expect.poll(() => page.evaluate(isElected)).toBe(true)

    await clearStorage(context, page)
    await expect.poll(() => page.evaluate(isElected)).toBe(false)

    expect(await page.evaluate(addAndRead, 'again')).toBe('again')
    await expect.poll(() => page.evaluate(isElected)).toBe(true)
  })
})

async function clearStorage(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(await context.newPage())
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,file_systems' })
}

/** Begins calls after the storage was cleared, before the page can know it. Resolves to the codes of their errors. */
async function callWhileCleared(): Promise<unknown[]> {
  const { datastore, blockstore } = tabNode
  await datastore.get(new Uint8Array(1))
  alert('cleared meanwhile')
  const first = async (pages: AsyncIterable<unknown>) => {
    for await (const _ of pages) return
  }
  const calls = [
    datastore.get(new Uint8Array(1)),
    datastore.batch([{ type: 'put', key: new Uint8Array(1), value: new Uint8Array(1) }]),
    first(datastore.range({})),
    first(blockstore.list()),
  ]
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : outcome.status))
}

async function addAndRead(text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]))
  const added = await tabNode.fetch('/api/v0/add', { method: 'POST', body })
  const { Hash } = await added.json()
  return (await tabNode.fetch(`/api/v0/cat?arg=${Hash}`, { method: 'POST' })).text()
}

async function isElected(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === 'tidepool/network/election')
}
