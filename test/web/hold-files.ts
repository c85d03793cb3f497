import type { Page } from 'playwright'

/**
 * From now on the page gets the first bytes of each file and waits for the others, as from a slow disk: what it
 * does with a file is under way for as long as a test needs. Gives the way to let all of them go on.
 */
export async function holdFiles(page: Page): Promise<() => Promise<void>> {
  const released = await page.evaluateHandle(hold)
  return () => released.evaluate(({ resolve }) => resolve())
}

function hold(): PromiseWithResolvers<void> {
  const released = Promise.withResolvers<void>()
  const whole = Blob.prototype.stream
  Blob.prototype.stream = function () {
    const reader = whole.call(this).getReader()
    let isFirst = true
    const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
      async pull(controller) {
        if (!isFirst) await released.promise
        isFirst = false
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    }
    return new ReadableStream(source, { highWaterMark: 0 })
  }
  return released
}
