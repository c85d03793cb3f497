import { EventEmitter } from 'node:events'
import { playwright } from '@vitest/browser-playwright'
import type { BrowserConfigOptions, BrowserProvider, CDPSession, TestProject } from 'vitest/node'

/** Sends a command of the browser's own protocol, and returns its result. */
export type SendCommand = (method: string, params?: object) => Promise<unknown>

/** Opens the page of the tests in a browser, and leaves it alone from then on. */
export interface PageOpener {
  openPage(url: string): Promise<void>
  /** What tests reach by `cdp()`. Absent where the browser has another protocol. */
  readonly send?: SendCommand
  /** Ends the browser. */
  close(): Promise<void> | void
}

/**
 * A provider that only opens the page. That of Playwright follows every request, response and line in the console, of
 * the page and of its service worker. That takes a fifth of the processor time of these tests, which need none of it.
 */
export function pageProvider(
  browser: 'chromium' | 'firefox',
  openerFor: (project: TestProject) => PageOpener,
): Pick<BrowserConfigOptions, 'provider' | 'instances' | 'commands'> {
  const provider = playwright()
  return {
    instances: [{ browser }],
    // No suite depends on the size of its page.
    commands: { __vitest_viewport: () => undefined },
    provider: {
      ...provider,
      prewarm: () => undefined,
      providerFactory(project): BrowserProvider {
        const { openPage, send, close } = openerFor(project)
        return {
          name: provider.name,
          supportsParallelism: false,
          getCommandsContext: () => ({}),
          openPage: (_sessionId, url) => openPage(url),
          ...(send && { getCDPSession: async () => withoutEvents(send) }),
          close,
        }
      },
    },
  }
}

/** No test listens to events of the protocol. */
function withoutEvents(send: SendCommand): CDPSession {
  return Object.assign(new EventEmitter(), { send }) as unknown as CDPSession
}
