import { createClient } from '../../src/rpc/client.ts'
import { nodeInControl } from './node-control.ts'

/**
 * The API of the node in this browser, never that of the page's server. A call that gives lines or bytes is
 * to be read inside {@link keepingAlive}. Throws as {@link createClient} says, and as {@link nodeInControl}.
 */
export const call = createClient({
  fetch: async (url, init) => {
    await nodeInControl()
    return fetch(url, init)
  },
})
