import { PEERS } from './network-rooms.ts'
import { PARTS, type Room } from './room.ts'

const NODE = 'runs on Node.js, not in the host that it builds or starts'

/** The hosts, which do not import one another. */
export const hostRooms: readonly Room[] = [
  {
    path: 'edge',
    imports: [...PARTS, 'src/net', 'src/net/forwarding', 'src/services/pinning/routes.ts'],
    packages: {
      'cloudflare:': 'the runtime of the host itself',
      'node:':
        'the cipher of connections in native code: `edge/peers/node-crypto.d.ts` declares nothing else',
      '@libp2p/interface': PEERS,
      '@libp2p/utils': PEERS,
      '@multiformats/multiaddr': 'addresses of peers',
    },
  },
  {
    path: 'edge/local',
    imports: [...PARTS, 'src/calendar/access', 'src/rpc/declare', 'edge'],
    packages: {
      'node:': NODE,
      miniflare: 'runs workerd on this machine',
      wrangler: 'reads wrangler.toml',
      vite: 'builds what the starter reads',
    },
  },
  {
    path: 'edge/local/cli',
    imports: [
      'src/codec',
      'src/codec/bytes',
      'src/errors.ts',
      'src/backup/manifest.ts',
      'src/rpc/client',
      'src/rpc/declare',
      'src/rpc/print',
      'edge/local',
    ],
    packages: {
      'node:': NODE,
      'modern-tar': 'writes archives as files, inside one folder, and finds where one was cut',
    },
  },
  {
    path: 'web/host/network',
    imports: [...PARTS, 'src/net'],
    packages: {
      '@libp2p/interface': PEERS,
      '@libp2p/circuit-relay-v2': 'reaches browsers through a relay',
      '@libp2p/webrtc': 'connects browsers with one another',
      '@libp2p/websockets': 'connects browsers with servers',
      '@multiformats/multiaddr': 'addresses of peers',
    },
  },
  {
    path: 'web/host',
    imports: [
      ...PARTS,
      'src/html',
      'src/interface-store',
      'src/rpc/print',
      'src/rpc/client',
      'src/descriptions.ts',
      'web/host/network',
    ],
    packages: {
      'interface-blockstore': 'the interface of blockstores that Helia uses',
      'interface-datastore': 'the interface of datastores that Helia uses',
      'blockstore-idb': 'the database of blocks in browsers',
      'idb-keyval': 'the node that an origin shows',
      'virtual:': 'what the build knows of the page',
    },
  },
  {
    path: 'web/app',
    // Of `src/config` only types: the build passes the schema as data.
    imports: [
      'src/codec/bytes',
      'src/codec/cid',
      'src/codec',
      'src/backup/manifest.ts',
      'src/calendar/wire.ts',
      'src/config',
      'src/rpc/client',
      'web/host',
    ],
    packages: {
      'idb-keyval': 'what the page remembers of earlier visits',
      'lean-qr': 'the QR code of a link',
      'virtual:': 'the built node for apps, beside the page, and the schema of the configuration as data',
    },
  },
  {
    path: 'web/app/build',
    imports: ['src/rpc/declare', 'src/rpc/commands/index.ts', 'src/config', 'src/descriptions.ts'],
    packages: { 'node:': NODE, vite: 'plugins of the build' },
  },
  {
    path: 'web/app/build/help',
    imports: ['src/html'],
    packages: {
      'node:': NODE,
      vite: 'plugins of the build',
      'markdown-it': 'the guides, with tables and code, as HTML',
    },
  },
]
