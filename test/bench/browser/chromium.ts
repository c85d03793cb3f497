import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { browserArguments } from '../../browser/browser-arguments.ts'
import { findChromium } from '../../browser/find-chromium.ts'
import { pageFolder } from './build-pages.ts'

/** Runs a task in a Chromium whose storage is on disk, in a profile that is thrown away. */
export async function inChromium<T>(task: (context: BrowserContext) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'tidepool-bench-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: browserArguments,
  })
  try {
    return await task(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Runs a task in a page of one node, at an origin that was not used before. What the origin has stored is
 * removed afterwards.
 */
export async function atNewOrigin<T>(
  context: BrowserContext,
  name: string,
  task: (page: Page) => Promise<T>,
): Promise<T> {
  const scripts = await scriptsOf(name)
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ?? '<!doctype html><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const page = await context.newPage()
  try {
    await page.goto(origin)
    await page.waitForFunction(() => 'pageBench' in globalThis || 'networkBench' in globalThis)
    return await task(page)
  } finally {
    const session = await context.newCDPSession(page)
    await page.goto('about:blank')
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await page.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** The scripts of a page, by path. */
async function scriptsOf(name: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(pageFolder(name))).filter((file) => file.endsWith('.js'))
  const scripts = names.map(
    async (file) => [`/${file}`, await readFile(join(pageFolder(name), file))] as const,
  )
  return new Map(await Promise.all(scripts))
}
