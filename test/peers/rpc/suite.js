import { startEchoServer } from './echo-server.js'
import { nodeFactory } from './node-factory.js'

process.env.ECHO_SERVER = await startEchoServer()
// Suites read it when they are declared; nobody answers there.
process.env.PINNING_SERVICE_ENDPOINT = 'http://127.0.0.1:9/'
const suites = await import('interface-ipfs-core')

/** Groups that need a second node to connect to. */
const NEED_PEERS = new Set(['bitswap', 'dht', 'ping', 'pubsub', 'swarm', 'namePubsub'])

const wanted = (process.env.SUITES ?? '').split(',').filter((name) => name !== '')

for (const [name, suite] of Object.entries(suites)) {
  if (NEED_PEERS.has(name) || (wanted.length > 0 && !wanted.includes(name))) continue
  suite(nodeFactory())
}
