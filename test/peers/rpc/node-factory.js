import { create } from 'ipfs-http-client'
import { startNode } from './start-node.js'
import { startReference } from './start-reference.js'

/**
 * What suites ask for nodes: each is a new `npm start` with an empty data folder, until `clean`. With `REFERENCE`, the
 * path of the reference's program, they get that instead.
 */
export function nodeFactory({ isOnline }) {
  const { REFERENCE } = process.env
  const nodes = new Set()
  return {
    opts: { type: REFERENCE ? 'go' : 'tidepool' },
    async spawn({ ipfsOptions } = {}) {
      const options = { ...ipfsOptions, isOnline }
      const node = await (REFERENCE ? startReference(REFERENCE, options) : startNode(options))
      nodes.add(node)
      return { api: create({ url: node.url }), peer: undefined, stop: node.stop }
    },
    async clean() {
      await Promise.all([...nodes].map((node) => node.stop()))
      nodes.clear()
    },
  }
}
