import type { BrowserContext, Page } from 'playwright'
import { startPageServer } from '../../web/page-server.ts'
import { MIB_PER_SECOND, MILLISECONDS, measure, type Run, type Unit } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { inChromium } from './chromium.ts'

const MIB = 1024 * 1024

/** The built service worker: how long its installation and its start take, and content through it. It has no peer to compare with. */
export const serviceWorker: Section = {
  name: 'service-worker',
  needsPeers: false,
  needsBuild: true,
  run: (options) =>
    inChromium(async (context) => {
      const row = rowsOf(options)
      await row('install, until it controls the page', MILLISECONDS, () => atWorker(context, install))
      await row('first answer of a stopped worker', MILLISECONDS, () => atWorker(context, coldStart))
      await row('answer of a running worker', MILLISECONDS, () => atWorker(context, warmCall))
      const sizeMib = options.isQuick ? 10 : 100
      const read: number[] = []
      await row(`add ${sizeMib} MiB from a Blob`, MIB_PER_SECOND, () =>
        atWorker(context, async (page) => {
          await install(page)
          const { addMs, readMs } = await page.evaluate(addAndRead, sizeMib * MIB)
          read.push(sizeMib / (readMs / 1000))
          return sizeMib / (addMs / 1000)
        }),
      )
      await row(`read ${sizeMib} MiB from /ipfs`, MIB_PER_SECOND, async (round) => read[round] ?? Number.NaN)
    }),
}

function rowsOf({ isQuick, report }: SectionOptions) {
  return async (name: string, unit: Unit, run: Run) => {
    const section = serviceWorker.name
    report(await measure({ section, name, unit, rounds: isQuick ? 1 : 3, runs: { tidepool: run } }))
  }
}

/** A page of the built server, at an origin where no worker has been before. */
async function atWorker<T>(context: BrowserContext, task: (page: Page) => Promise<T>): Promise<T> {
  const server = await startPageServer({
    '/empty': { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' },
  })
  const page = await context.newPage()
  try {
    await page.goto(`${server.url}empty`)
    return await task(page)
  } finally {
    const session = await context.newCDPSession(page)
    await page.goto('about:blank')
    const origin = new URL(server.url).origin
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await page.close()
    await server.stop()
  }
}

function install(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now()
    const controls = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    await controls
    return performance.now() - start
  })
}

async function coldStart(page: Page): Promise<number> {
  await install(page)
  await call(page)
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  return call(page)
}

async function warmCall(page: Page): Promise<number> {
  await install(page)
  await call(page)
  return call(page)
}

/** A call that needs the node and its storage. */
function call(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now()
    const response = await fetch('/api/v0/repo/stat', { method: 'POST' })
    await response.text()
    if (!response.ok) throw new Error(`repo/stat answered ${response.status}`)
    return performance.now() - start
  })
}

/** Runs in the page. */
async function addAndRead(sizeBytes: number): Promise<{ addMs: number; readMs: number }> {
  const bytes = new Uint8Array(sizeBytes)
  for (let at = 0; at < sizeBytes; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'file')
  const start = performance.now()
  const added = await (await fetch('/api/v0/add', { method: 'POST', body: form })).text()
  const addMs = performance.now() - start
  const cid = /"Hash":"([^"]+)"/.exec(added)?.[1]
  const reading = performance.now()
  const { byteLength } = await (await fetch(`/ipfs/${cid}`)).arrayBuffer()
  if (byteLength !== sizeBytes) throw new Error(`read ${byteLength} bytes, not ${sizeBytes}`)
  return { addMs, readMs: performance.now() - reading }
}
