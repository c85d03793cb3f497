import { inject } from 'vitest'
import type { HostName, Send, SendInit } from './host.ts'
import { sendByHost } from './send-by-host.ts'

/** The built Worker in workerd, over HTTP. */
export const host: HostName = 'edge'

export { readFixture } from './fixture-file.ts'

const url = inject('workerdUrl')

export const send: Send = async (target, init) => {
  if (typeof target !== 'string') return fetch(target, init)
  const address = new URL(target, url)
  return address.host === new URL(url).host
    ? fetchAgain(address, init)
    : sendByHost(url, new Request(address, init))
}

/**
 * The runtime closes a connection that was idle for five seconds. A process that was busy itself meanwhile does not
 * know yet, and sends on it: such a request has not arrived, and can be sent again unless its body is a stream.
 */
async function fetchAgain(address: URL, init: SendInit | undefined): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    const isClosed = error instanceof TypeError && /other side closed|ECONNRESET/.test(String(error.cause))
    if (!isClosed || init?.body instanceof ReadableStream) throw error
    return fetch(address, init)
  }
}
