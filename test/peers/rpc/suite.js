import { startEchoServer } from './echo-server.js'
import { nodeFactory } from './node-factory.js'
import { startPinningService } from './pinning-service.js'

process.env.ECHO_SERVER = await startEchoServer()
// Suites read these when they are declared.
process.env.PINNING_SERVICE_KEY = 'secret'
process.env.PINNING_SERVICE_ENDPOINT = await startPinningService(process.env.PINNING_SERVICE_KEY)
const suites = await import('interface-ipfs-core')

/** Groups whose nodes connect to each other. Those of all others are alone. */
const NEED_PEERS = new Set(['bitswap', 'dht', 'ping', 'pubsub', 'swarm', 'namePubsub'])

const wanted = (process.env.SUITES ?? '').split(',').filter((name) => name !== '')

for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  suite(nodeFactory({ isOnline: NEED_PEERS.has(name) }))
}
