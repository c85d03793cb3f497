import { expect, it } from 'vitest'
import { withOrigins } from '../../src/access/origins.ts'
import { loopbackPolicy } from '../../src/access/policy.ts'
import { createApp } from '../../src/app.ts'
import { memoryNode } from '../unit/memory-ports.ts'
import { testBrowser } from './open-page.ts'
import { startPageServer } from './page-server.ts'

/** An address that is neither HTTPS nor this machine. The test passes its requests on to the server. */
const ADDRESS = 'http://node.example'

const browser = testBrowser()

it('a page without HTTPS adds a large file in one request', async () => {
  const app = createApp(await memoryNode(), withOrigins(loopbackPolicy(), [ADDRESS]))
  const adds: string[] = []
  const server = await startPageServer({}, (request) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return undefined
    if (/\/(add|dag\/import)$/.test(pathname)) adds.push(pathname)
    return Promise.resolve(app.fetch(request))
  })
  const page = await (await browser.profile()).newPage()
  await page.route(`${ADDRESS}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: new URL(pathname + search, server.url).href })
    await route.fulfill({ response })
  })
  await page.goto(`${ADDRESS}/#content`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const buffer = Buffer.alloc(9 * 1024 * 1024, 1)

  await page
    .locator('#choose-files')
    .setInputFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer })

  await page.getByRole('link', { name: 'large.bin' }).waitFor()
  expect(adds).toEqual(['/api/v0/add'])
  await server.stop()
})
