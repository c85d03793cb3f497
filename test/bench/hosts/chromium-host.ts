import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { browserArguments } from '../../browser/browser-arguments.ts'
import { findChromium } from '../../browser/find-chromium.ts'
import { residentBytes } from './resident-bytes.ts'
import { readTold, type StartHost } from './running-host.ts'

/**
 * A node in a tab, at one origin for as long as `task` runs: IndexedDB in a profile on disk. `page` is the path of a
 * module that puts `ask` into the global `bench`.
 */
export async function withChromium(page: string, task: (start: StartHost) => Promise<void>): Promise<void> {
  const script = await bundlePage(page)
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    await task((folder) => start(folder, `http://127.0.0.1:${port}/`))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Until a page has run its script, on a machine that does much else. */
const OPEN_MS = 300_000

async function start(folder: string, url: string): ReturnType<StartHost> {
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findChromium(),
    args: browserArguments,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction("'bench' in globalThis", undefined, { timeout: OPEN_MS })
  return {
    ask: async (path) => readTold(await page.evaluate(`bench.ask(${JSON.stringify(path)})`)),
    residentBytes: () => residentBytes('--type=renderer'),
    stop: () => context.close(),
  }
}

async function bundlePage(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: {
        input: { page: path },
        output: { codeSplitting: false },
      },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const script = first && 'output' in first ? first.output[0].code : undefined
  if (script === undefined) throw new Error('vite gave no script')
  return script
}
