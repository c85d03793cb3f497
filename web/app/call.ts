import { createClient } from '../../src/rpc/client.ts'
import { nodeInControl } from './node-control.ts'

/**
 * The API of the node in this browser, never that of the page's server. A call that gives lines or bytes is
 * to be read inside {@link keepingAlive}. Throws as {@link createClient} says, and as {@link nodeInControl}.
 */
export const call = createClient({
  canStream: canStreamToNode(),
  fetch: async (url, init) => {
    await nodeInControl()
    return fetch(url, init)
  },
})

/** An engine that takes a stream as a body asks how it is sent, and does not make a text of it. */
function canStreamToNode(): boolean {
  let isAsked = false
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isAsked = true
      return 'half'
    },
  }
  try {
    return !new Request('/', init).headers.has('Content-Type') && isAsked
  } catch {
    return false
  }
}
