import { gossipsub } from '@chainsafe/libp2p-gossipsub'
import { withBitswap } from '@helia/bitswap'
import { ipns, pubSubIPNSRouting } from '@helia/ipns'
import { withLibp2pLight } from '@helia/libp2p'
import { unixfs } from '@helia/unixfs'
import { fetch } from '@libp2p/fetch'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { peerIdFromString } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createHeliaLight } from 'helia'
import { CID } from 'multiformats/cid'
import {
  memoryBlockstore,
  memoryDatastore,
  toInterfaceBlockstore,
  toInterfaceDatastore,
} from '../../../dist/lib/index.js'

/*
 * Helia as a process of its own: the parent calls the functions below by messages `{ id, call, args }`, and gets
 * `{ id, result }` or `{ id, error }`. It listens for WebSockets, and knows no other peer. Its stores are those of this
 * project.
 */

const ownBlocks = memoryBlockstore()
const ownData = memoryDatastore()
const stores = { blockstore: toInterfaceBlockstore(ownBlocks), datastore: toInterfaceDatastore(ownData) }

const helia = withBitswap(
  withLibp2pLight(createHeliaLight(stores), {
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), ping: ping(), fetch: fetch(), pubsub: gossipsub({ allowPublishToZeroTopicPeers: true }) },
  }),
)
await helia.start()
const files = unixfs(helia)
const { services } = helia.libp2p
const names = ipns(helia, { routers: [pubSubIPNSRouting(helia)] })

const collect = async (chunks) => Buffer.concat(await Array.fromAsync(chunks))

const calls = {
  addresses: () => helia.libp2p.getMultiaddrs().map(String),
  dial: async (address) => String((await helia.libp2p.dial(multiaddr(address))).remotePeer),
  add: async (base64) => String(await files.addBytes(Buffer.from(base64, 'base64'))),
  cat: async (cid) => (await collect(files.cat(CID.parse(cid)))).toString('base64'),
  /** Whether our blockstore has the block, and how many values our Datastore has. */
  stored: async (cid) => {
    const values = await Array.fromAsync(ownData.range({}))
    return { hasBlock: await ownBlocks.has(CID.parse(cid)), values: values.length }
  },
  publish: async (cid) => {
    const { publicKey } = await names.publish('own', CID.parse(cid))
    return publicKey.toCID().toString()
  },
  resolve: async (peerId) => {
    for await (const { record } of names.resolve(peerIdFromString(peerId).toMultihash())) return new TextDecoder().decode(record.value)
  },
  subscribe: (topic) => services.pubsub.subscribe(topic),
  subscribers: (topic) => services.pubsub.getSubscribers(topic).map(String),
  send: async (topic, text) => (await services.pubsub.publish(topic, new TextEncoder().encode(text))).recipients.length,
  received: (topic) => received.get(topic) ?? [],
}

const received = new Map()
services.pubsub.addEventListener('message', ({ detail: { topic, data } }) => {
  received.set(topic, [...(received.get(topic) ?? []), new TextDecoder().decode(data)])
})

process.on('message', async ({ id, call, args }) => {
  try {
    process.send({ id, result: await calls[call](...args) })
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit())
process.send({ id: 0 })
