import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFirefox } from './find-firefox.ts'
import { pageProvider } from './page-provider.ts'

/**
 * Opens the page of the tests in an installed Firefox, by WebDriver BiDi. Playwright drives builds of its own, and
 * sends an installed one commands that the extended support release does not know.
 */
export const firefox = () =>
  pageProvider('firefox', () => {
    const closing = new AbortController()
    return {
      async openPage(url) {
        const send = await startFirefox(closing.signal)
        await send('session.new', { capabilities: {} })
        const { context } = await send('browsingContext.create', { type: 'tab' })
        await send('browsingContext.navigate', { context, url })
      },
      close: () => closing.abort(),
    }
  })

type SendCommand = (method: string, params: object) => Promise<{ readonly context?: string }>

/** Starts Firefox with an empty profile until the signal ends it. */
async function startFirefox(signal: AbortSignal): Promise<SendCommand> {
  const profile = await mkdtemp(join(tmpdir(), 'tidepool-firefox-'))
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(findFirefox(), options, { stdio: ['ignore', 'ignore', 'pipe'] })
  signal.addEventListener('abort', () => child.kill())
  child.once('exit', () => rm(profile, { recursive: true, force: true }))
  for await (const line of createInterface(child.stderr)) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? []
    if (address === undefined) continue
    child.stderr.resume()
    return connect(`${address}/session`)
  }
  throw new Error('Cannot start Firefox: it ended before it listened')
}

async function connect(address: string): Promise<SendCommand> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let id = 0
  return async (method, params) => {
    id += 1
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = await once(socket, 'message')
      const answer = JSON.parse(data)
      if (answer.id !== id) continue
      if (answer.type === 'error') throw new Error(`Cannot run "${method}": ${answer.message}`)
      return answer.result
    }
  }
}
