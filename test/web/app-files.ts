import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

const LIBRARY = join(import.meta.dirname, '../../dist/lib')

/** Evaluated functions see of the page is its global scope. */
const APP = '<script type="module">Object.assign(window, await import("/tab.js"))</script>'
declare const createTabNode: typeof import('../../web/host/tab.ts').createTabNode

/** The files of a page at `/app` that embeds the node, by path. */
export const APP_FILES = {
  ...Object.fromEntries(
    readdirSync(LIBRARY)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const body = readFileSync(join(LIBRARY, name), 'utf8')
        return [`/${name}`, { headers: { 'Content-Type': 'text/javascript' }, body }] as const
      }),
  ),
  '/app': { headers: { 'Content-Type': 'text/html' }, body: APP },
}

/** Starts the node of a page of {@link APP_FILES}, which evaluated functions then see as `tabNode`. */
export async function startTabNode(page: Page, options: { readonly network?: boolean } = {}): Promise<void> {
  await page.waitForFunction(() => 'createTabNode' in window)
  await page.evaluate(async (given) => {
    Object.assign(window, { tabNode: await createTabNode(given) })
  }, options)
}
