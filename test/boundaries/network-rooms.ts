import { BASE, CONTENT, type Room, SURFACE } from './room.ts'

export const PEERS = 'connections to peers'
const ADDRESSES = 'addresses of peers'

/** How peers, providers and records are found. */
export const ROUTING = ['src/net', 'src/net/routing/settings.ts', 'src/net/routing']

/** The peers of a node and what it does with them, from the ground up. */
export const networkRooms: readonly Room[] = [
  {
    path: 'src/net',
    imports: [...BASE, 'src/http', 'src/blocks'],
    packages: { libp2p: PEERS, '@libp2p/interface': PEERS, '@multiformats/multiaddr': ADDRESSES },
  },
  { path: 'src/names/record', imports: [...BASE, 'src/unixfs', 'src/keys'] },
  {
    path: 'src/net/routing/settings.ts',
    also: ['src/net/routing/provide-strategy.ts'],
    imports: BASE,
  },
  { path: 'src/net/routing', imports: [...BASE, 'src/names/record', 'src/net'] },
  {
    path: 'src/net/routing/dht',
    imports: [...BASE, 'src/blocks', 'src/names/record', 'src/net', 'src/net/routing'],
    packages: {
      '@libp2p/interface': PEERS,
      '@libp2p/kad-dht': 'the DHT of the network',
      '@libp2p/peer-id': PEERS,
    },
  },
  {
    path: 'src/net/routing/announcing',
    imports: [
      ...BASE,
      'src/blocks',
      'src/pins',
      'src/parts',
      'src/schedule',
      'src/net',
      'src/net/routing/settings.ts',
      'src/net/routing',
      'src/net/routing/dht',
    ],
  },
  {
    path: 'src/net/elsewhere',
    imports: [...BASE, 'src/blocks', 'src/names/record', 'src/net', 'src/net/routing'],
  },
  {
    path: 'src/net/peer',
    imports: [...BASE, 'src/version.ts', 'src/keys', 'src/net'],
    packages: {
      '@libp2p/circuit-relay-v2': PEERS,
      libp2p: PEERS,
      '@libp2p/crypto': PEERS,
      '@libp2p/identify': PEERS,
      '@libp2p/interface': PEERS,
      '@libp2p/noise': PEERS,
      '@libp2p/ping': PEERS,
      '@libp2p/yamux': PEERS,
      '@multiformats/multiaddr': ADDRESSES,
    },
  },
  {
    path: 'src/net/redial',
    imports: [...BASE, 'src/schedule', 'src/net'],
    packages: { '@libp2p/interface': PEERS, '@libp2p/peer-id': PEERS, '@multiformats/multiaddr': ADDRESSES },
  },
  {
    path: 'src/net/swarm',
    imports: [...BASE, 'src/net', 'src/net/peer', 'src/net/routing'],
    packages: {
      '@libp2p/crypto': PEERS,
      '@libp2p/interface': PEERS,
      '@libp2p/peer-id': PEERS,
      '@libp2p/ping': PEERS,
      '@multiformats/multiaddr': ADDRESSES,
    },
  },
  {
    path: 'src/net/exchange',
    imports: [...BASE, 'src/blocks', 'src/net', 'src/net/routing', 'src/net/swarm'],
    packages: { '@libp2p/interface': PEERS },
  },
  { path: 'src/net/pubsub/settings.ts', imports: BASE },
  {
    path: 'src/net/pubsub',
    imports: [...BASE, 'src/net'],
    packages: { '@chainsafe/libp2p-gossipsub': 'messages among peers', '@libp2p/interface': PEERS },
  },
  {
    path: 'src/net/forwarding',
    imports: [...BASE, 'src/net'],
    packages: {
      '@libp2p/interface': PEERS,
      '@libp2p/peer-id': PEERS,
      '@multiformats/multiaddr': ADDRESSES,
    },
  },
  { path: 'src/names', imports: [...BASE, ...CONTENT, 'src/keys', 'src/names/record', ...ROUTING] },
  {
    path: 'src/names/by-pubsub',
    imports: [...BASE, 'src/names/record', 'src/names', ...ROUTING, 'src/net/pubsub'],
    packages: { '@libp2p/interface': PEERS, '@libp2p/utils': 'messages with their lengths' },
  },
]

/** A surface: what others may ask this node about its peers. */
export const routingService: Room = {
  path: 'src/services/routing',
  imports: [...SURFACE, 'src/blocks', 'src/keys', 'src/names/record', 'src/names', ...ROUTING],
}
