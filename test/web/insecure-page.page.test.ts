import { expect, it } from 'vitest'
import { withOrigins } from '../../src/access/origins.ts'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { memoryNode } from '../unit/memory-ports.ts'
import { testBrowser } from './open-page.ts'
import { startPageServer } from './page-server.ts'
import { sparseFile } from './sparse-file.ts'

/** An address that is neither HTTPS nor this machine. The server is the proxy of the page. */
const ADDRESS = 'http://node.example'

const browser = testBrowser()

it('a page without HTTPS adds a large file in one request', async () => {
  const app = createApp(await memoryNode(), withOrigins(loopbackPolicy(), [ADDRESS]))
  const adds: string[] = []
  const server = await startPageServer({}, (request) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return undefined
    if (/\/(add|dag\/import)$/.test(pathname)) adds.push(pathname)
    return Promise.resolve(app.fetch(new Request(new URL(pathname + search, server.url), request)))
  })
  const page = await (await browser.profile({ proxy: { server: server.url } })).newPage()
  await page.goto(`${ADDRESS}/#content`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const large = await sparseFile(9 * 1024 * 1024)

  await page.locator('#choose-files').setInputFiles(large)

  await page.getByRole('link', { name: 'zeros.bin' }).waitFor()
  expect(adds).toEqual(['/api/v0/add'])
  await server.stop()
})
