import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { added, cidAt, fromMenu } from './file-menu.ts'
import { testBrowser } from './open-page.ts'
import { startPageServer } from './page-server.ts'
import { strayBytes } from './stray-bytes.ts'

const MIB = 1024 * 1024
const QUOTA_BYTES = 16 * MIB

const browser = testBrowser()

describe('the page: a browser that stores no more', () => {
  let page: Page
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidepool-full-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const server = await startPageServer()
    onTestFinished(() => server.stop())
    const context = await browser.profile()
    page = await context.newPage()
    const protocol = await context.newCDPSession(page)
    // Before anything is stored: Chromium remembers for 30 seconds how much there was left.
    await protocol.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(server.url).origin,
      quotaSize: QUOTA_BYTES,
    })
    await page.goto(server.url)
    await page.locator('#storage-text', { hasText: 'used' }).waitFor()
  })

  it('says so, keeps nothing of the add that found no space, and adds again', async () => {
    await choose('kept.bin', MIB)
    await added(page, 'kept.bin')
    const stored = page.locator('#storage-blocks')
    const before = await stored.textContent()

    await choose('too-large.bin', QUOTA_BYTES)

    const problem = page.locator('#problem-text')
    await problem.waitFor()
    expect(await problem.textContent()).toMatch(/no space left on device.*press “Free space”/)
    expect(await page.evaluate(strayBytes, 'tidepool')).toEqual({ packs: 0, singles: 0 })
    await expect.poll(() => stored.textContent()).toBe(before)
    await choose('small.bin', MIB)
    await page.locator('.file-name', { hasText: 'small.bin' }).waitFor()
  })

  it('reads, unpins and frees space when not even a row fits in, and then adds again', async () => {
    // More than `next.bin`: the browser counts what the page itself stored at first against no limit.
    await choose('kept.bin', 4 * MIB)
    await added(page, 'kept.bin')
    await page.evaluate(fill)
    await choose('refused.bin', 1024)
    await page.locator('#problem-text', { hasText: 'no space left on device' }).waitFor()

    const address = `/ipfs/${await cidAt(page, '/kept.bin')}`
    expect(await page.evaluate(async (url) => (await fetch(url)).status, address)).toBe(200)
    await fromMenu(page, 'kept.bin', 'Remove')
    await page.locator('#files-done-text', { hasText: 'Removed' }).waitFor()
    await page.getByText('What uses the space').click()
    await part('Neither pinned nor in the files', '4.2 MB')
    await page.getByRole('button', { name: 'Free space' }).click()
    await page.locator('#storage-note', { hasText: /^Freed \d+ blocks, 4\.2 MB\.$/ }).waitFor()

    await part('Neither pinned nor in the files', '0 bytes')
    await choose('next.bin', MIB)
    await page.locator('.file-name', { hasText: 'next.bin' }).waitFor()
  })

  /** By way of the disk: a large buffer takes Playwright seconds to hand over. */
  const choose = async (name: string, sizeBytes: number) => {
    const path = join(folder, name)
    await writeFile(path, randomBytes(sizeBytes))
    await page.locator('#choose-files').setInputFiles(path)
  }

  const part = (name: string, size: string) =>
    page.locator(`dt:has-text("${name}") + dd`, { hasText: size }).waitFor()
})

/** Runs in the page: stores values of its own, ever smaller ones, until not even 200 bytes find space. */
async function fill(): Promise<void> {
  const opening = indexedDB.open('filler', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('values', { autoIncrement: true })
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const isStored = (sizeBytes: number) =>
    new Promise<boolean>((resolve) => {
      const transaction = database.transaction('values', 'readwrite')
      // The database compresses what repeats.
      transaction.objectStore('values').add(crypto.getRandomValues(new Uint8Array(sizeBytes)))
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () => resolve(false)
    })
  for (const sizeBytes of [65_536, 4096, 200]) while (await isStored(sizeBytes));
  database.close()
}
