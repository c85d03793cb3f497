import { createClient } from '../../src/rpc/client.ts'
import { nodeInControl } from './node-control.ts'

/**
 * Calls the API of the node in this browser, never the server's. Read a reply of lines or bytes inside
 * {@link keepingAlive}. Throws the errors of {@link createClient} and {@link nodeInControl}.
 */
export const call = createClient({
  canStream: canStreamToNode(),
  fetch: async (url, init) => {
    await nodeInControl()
    return fetch(url, init)
  },
})

/**
 * Detects streaming request bodies: an engine that supports them reads `duplex` and does not convert the stream
 * to text.
 */
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
