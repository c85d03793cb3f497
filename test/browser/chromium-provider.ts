import type { Browser, CDPSession } from 'playwright'
import { browserArguments } from './browser-arguments.ts'
import { type PageOpener, pageProvider, type SendCommand } from './page-provider.ts'

/** Opens the page of the tests in the Chromium of all tests, in a profile with nothing in it. */
export const chromium = () => pageProvider('chromium', ({ config }) => openerOf(config.browser.headless))

function openerOf(headless: boolean): PageOpener {
  let browser: Browser | undefined
  let sendToPage: SendCommand | undefined
  return {
    async openPage(url) {
      browser ??= await launch(headless)
      const session = await browser.newBrowserCDPSession()
      const { browserContextId } = await session.send('Target.createBrowserContext')
      // Playwright does not know this profile, and leaves its pages and workers alone.
      const { targetId } = await session.send('Target.createTarget', { url, browserContextId })
      sendToPage = await senderTo(session, targetId)
    },
    async send(method, params) {
      if (!sendToPage) throw new Error(`Cannot run "${method}": no page is open`)
      return sendToPage(method, params)
    },
    close: async () => browser?.close(),
  }
}

/** Playwright is loaded here: each lane of the tests reads this file, and one of them opens the page. */
async function launch(headless: boolean): Promise<Browser> {
  const { chromium: launcher } = await import('playwright')
  const { findChromium } = await import('./find-chromium.ts')
  return launcher.launch({ headless, executablePath: findChromium(), args: browserArguments })
}

/**
 * Sends commands to a page through the session of its browser, and enables no events. What a command sets lasts as long
 * as the page.
 */
async function senderTo(session: CDPSession, targetId: string): Promise<SendCommand> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  let id = 0
  return async (method, params = {}) => {
    id += 1
    const command = { id, method, params }
    const answered = new Promise<{ result?: unknown; error?: Error }>((resolve) => {
      session.on('Target.receivedMessageFromTarget', function receive({ message }) {
        const answer = JSON.parse(message)
        if (answer.id !== command.id) return
        session.off('Target.receivedMessageFromTarget', receive)
        resolve(answer)
      })
    })
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(command) })
    const { result, error } = await answered
    if (error) throw new Error(`Cannot run "${method}": ${error.message}`)
    return result
  }
}
