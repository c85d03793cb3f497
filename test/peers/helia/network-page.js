import { withBitswap } from '@helia/bitswap'
import { withLibp2pLight } from '@helia/libp2p'
import { unixfs } from '@helia/unixfs'
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { webRTC } from '@libp2p/webrtc'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { IDBBlockstore } from 'blockstore-idb'
import { createHeliaLight } from 'helia'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { CID } from 'multiformats/cid'
import { offerNetworkBench } from '../../bench/network/network-page.ts'

/* Helia with the transports of a tab, over its own store in IndexedDB, which begins empty. */

const blockstore = new IDBBlockstore('helia')
await blockstore.open()
const helia = withBitswap(
  withLibp2pLight(createHeliaLight({ blockstore }), {
    addresses: { listen: ['/p2p-circuit', '/webrtc'] },
    transports: [webSockets(), circuitRelayTransport(), webRTC({ rtcConfiguration: { iceServers: [] } })],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), ping: ping() },
  }),
)
await helia.start()
const files = unixfs(helia)

offerNetworkBench({
  async connect(address) {
    await helia.libp2p.dial(multiaddr(address))
  },
  async disconnect() {
    // One through the relay ends with that to the relay, and then cannot be closed.
    await Promise.allSettled(helia.libp2p.getConnections().map((connection) => connection.close()))
  },
  browserAddress: async () =>
    helia.libp2p
      .getMultiaddrs()
      .map(String)
      .find((address) => address.includes('/p2p-circuit/webrtc/')),
  add: async (content) => String(await files.addBytes(content, { chunker: fixedSize({ chunkSize: 262_144 }) })),
  read: async (cid) => files.cat(CID.parse(cid)),
})
