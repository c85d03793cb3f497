import { Daemon } from 'ipfs-daemon'

/** The daemon of js-ipfs, alone: no peers, no routing, no fixed port. Prints the address of its API, then `ready`. */
const listen = '/ip4/127.0.0.1/tcp/0'

const daemon = new Daemon({
  repo: process.env.IPFS_PATH,
  offline: true,
  silent: true,
  init: { algorithm: 'Ed25519', emptyRepo: true },
  config: {
    Addresses: { Swarm: [], API: listen, Gateway: listen, Delegates: [], RPC: '' },
    Bootstrap: [],
    Discovery: { MDNS: { Enabled: false }, webRTCStar: { Enabled: false } },
    Pubsub: { Enabled: false },
    Routing: { Type: 'none' },
  },
})
process.on('SIGTERM', () => {
  daemon.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
await daemon.start()
const [{ info }] = daemon._httpApi._apiServers
process.stdout.write(`http://127.0.0.1:${info.port}/api/v0\nready\n`)
