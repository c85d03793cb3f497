import type { Page } from 'playwright'

/**
 * From now on the page waits for the answers to calls whose address contains `part`, as from a slow node. Gives the
 * way to let it have them: once that resolves, the page has dealt with them.
 */
export async function holdCalls(page: Page, part: string): Promise<() => Promise<void>> {
  const released = await page.evaluateHandle(hold, part)
  return () =>
    released.evaluate(async ({ resolve }) => {
      resolve()
      await (await fetch('/api/v0/version', { method: 'POST' })).text()
    })
}

function hold(part: string): PromiseWithResolvers<void> {
  const released = Promise.withResolvers<void>()
  const real = window.fetch
  window.fetch = async (...request) => {
    const response = await real(...request)
    if (String(request[0]).includes(part)) await released.promise
    return response
  }
  return released
}
