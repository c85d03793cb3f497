import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testBrowser } from './open-page.ts'
import { startPageServer } from './page-server.ts'

const browser = testBrowser()

/** Where a script would tell that it ran. */
declare global {
  var ran: string[] | undefined
}

const FOREIGN = {
  headers: { 'Content-Type': 'text/javascript' },
  body: "(globalThis.ran ??= []).push('foreign')",
}

/** The identity CID of a script of its own bytes: no node has to store it. */
const STORED = CID.createV1(
  0x55,
  identity.digest(new TextEncoder().encode("(globalThis.ran ??= []).push('stored')")),
)

describe('the scripts of the page', () => {
  it('are its own: none in its markup, in an attribute, in a text, in stored content or on another origin runs', async () => {
    const { page } = await browser.openAgain({ at: '#explorer' })
    const other = await startPageServer({ '/foreign.js': FOREIGN })
    onTestFinished(() => other.stop())
    await page.getByRole('heading', { level: 1, name: 'Explorer' }).waitFor()

    const refused = await page.evaluate(
      async ({ foreign, stored }) => {
        const refusals: string[] = []
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          refusals.push(effectiveDirective),
        )
        const add = (fields: Record<string, string>) => {
          const script = Object.assign(document.createElement('script'), fields)
          const over = new Promise((resolve) => {
            script.onload = resolve
            script.onerror = resolve
          })
          document.body.append(script)
          return fields['src'] ? over : undefined
        }
        void add({ textContent: "(globalThis.ran ??= []).push('inline')" })
        await add({ src: foreign })
        await add({ src: stored })
        await add({ src: stored, type: 'module' })
        await navigator.serviceWorker.register(stored).catch(() => undefined)
        await add({ src: "data:text/javascript,(globalThis.ran ??= []).push('data')" })
        const button = document.createElement('button')
        button.setAttribute('onclick', "(globalThis.ran ??= []).push('attribute')")
        document.body.append(button)
        button.click()
        const link = document.createElement('a')
        link.href = "javascript:(globalThis.ran ??= []).push('link')"
        document.body.append(link)
        link.click()
        try {
          setTimeout("(globalThis.ran ??= []).push('text')")
        } catch {
          // Refused.
        }
        // The events come as tasks of their own, after what caused them.
        while (new Set(refusals).size < 4) await new Promise((resolve) => setTimeout(resolve, 10))
        return refusals
      },
      { foreign: `${other.url}foreign.js`, stored: `/ipfs/${STORED}?filename=stored.js` },
    )

    expect(await page.evaluate(() => globalThis.ran)).toBeUndefined()
    expect(new Set(refused)).toEqual(
      new Set(['script-src-elem', 'script-src-attr', 'script-src', 'worker-src']),
    )
  })

  it('break no rule in any of its parts, nor does the worker, which has rules of its own', async () => {
    const { page, context } = await browser.open()
    const refusals: string[] = []
    context.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refusals.push(message.text())
    })
    await page.reload()

    for (const part of ['Content', 'Explorer', 'Calendar', 'Ledger']) {
      await page.getByRole('link', { name: part, exact: true }).click()
      await page.locator(`#view-${part.toLowerCase()} h1`).waitFor()
    }
    const version = await page.evaluate(
      async () => (await fetch('/api/v0/version', { method: 'POST' })).status,
    )

    expect(refusals).toEqual([])
    expect(version).toBe(200)
  })
})
