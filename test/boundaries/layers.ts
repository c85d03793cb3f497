import { CALENDAR_STORE, calendarFloors, calendarSurface } from './calendar-rooms.ts'
import { hostRooms } from './host-rooms.ts'
import { LEDGER_RECORDS, LEDGER_STATE, ledgerRooms } from './ledger-rooms.ts'
import { networkRooms, PEERS, ROUTING, routingService } from './network-rooms.ts'
import { BASE, CONTENT, HONO, type Room, SURFACE } from './room.ts'
import { serviceRooms, serviceSurfaces } from './service-rooms.ts'

const MULTIFORMATS = 'CIDs, multihashes and multibases of the network'
const ZOD = 'what comes in is declared as schemas, from which validation, help and OpenAPI follow'
/** What each floor of the RPC may import besides lower floors. */
const RPC = [
  ...SURFACE,
  'src/config',
  'src/files',
  'src/names/record',
  'src/names',
  ...ROUTING,
  'src/net/routing/announcing',
  'src/net/swarm',
  'src/net/pubsub',
  'src/objects',
  ...LEDGER_RECORDS,
  ...LEDGER_STATE,
  'src/ledger/queries',
  'src/ledger/proof',
  'src/ledger/transfer',
]

/**
 * The rooms from the ground up. A room imports only rooms that it names, all of which are above it in this list: so
 * there is no way back up and no circle. `layers.test.ts` holds every import against it, types and `import()` too.
 */
export const rooms: readonly Room[] = [
  // The base of everything.
  { path: 'proto/gen', imports: [] },
  { path: 'src/errors.ts', imports: [] },
  { path: 'src/version.ts', also: ['src/bundled-packages.ts'], imports: [] },
  { path: 'src/ports/abort.ts', imports: [] },
  {
    path: 'src/codec/bytes',
    imports: ['src/errors.ts', 'src/ports/abort.ts'],
    packages: { multiformats: MULTIFORMATS },
  },
  {
    path: 'src/codec/cid',
    imports: ['src/errors.ts', 'src/codec/bytes'],
    packages: {
      multiformats: MULTIFORMATS,
      '@multiformats/murmur3': 'murmur3-x64-64, the hash of sharded directories',
      '@noble/hashes': 'hashes that Web Crypto lacks, and one that is synchronous',
    },
  },
  {
    path: 'src/ports',
    imports: ['src/ports/abort.ts', 'src/codec/cid'],
    packages: { libp2p: PEERS, '@libp2p/interface': PEERS },
  },
  {
    path: 'src/codec',
    imports: ['src/errors.ts', 'src/ports/abort.ts', 'src/codec/bytes', 'src/codec/cid', 'src/ports'],
    packages: {
      '@ipld/dag-pb': 'the codec of dag-pb',
      multiformats: MULTIFORMATS,
      '@multiformats/murmur3': 'murmur3-x64-64, the hash of sharded directories',
      '@noble/hashes': 'hashes that Web Crypto lacks, and one that is synchronous',
    },
  },
  {
    path: 'src/settings',
    imports: ['src/errors.ts', 'src/ports/abort.ts', 'src/ports', 'src/codec'],
    packages: { zod: ZOD },
  },
  { path: 'src/streams', imports: ['src/errors.ts', 'src/ports/abort.ts', 'src/ports', 'src/codec/bytes'] },
  { path: 'src/diagnostics', imports: ['src/errors.ts', 'src/ports/abort.ts', 'src/ports'] },
  {
    path: 'src/state',
    imports: [
      'src/errors.ts',
      'src/ports/abort.ts',
      'src/codec/bytes',
      'src/codec/cid',
      'src/ports',
      'src/codec',
    ],
  },
  {
    path: 'src/interface-store',
    imports: BASE,
    packages: {
      'interface-blockstore': 'the interface of blockstores that Helia uses',
      'interface-datastore': 'the interface of datastores that Helia and libp2p use',
      'interface-store': 'their error for what is absent',
    },
  },
  { path: 'src/html', imports: [] },
  { path: 'src/http', imports: BASE, packages: { hono: HONO } },
  { path: 'src/access', imports: [...BASE, 'src/http'] },
  { path: 'src/schedule', imports: BASE },
  { path: 'src/space', imports: BASE },
  { path: 'src/content-lock', imports: BASE },
  { path: 'src/parts', imports: [...BASE, 'src/schedule'] },
  { path: 'src/memory', imports: BASE },

  // Content.
  { path: 'src/blocks/fetch', imports: BASE },
  { path: 'src/blocks', imports: [...BASE, 'src/blocks/fetch', 'src/content-lock', 'src/http', 'src/space'] },
  { path: 'src/packs', imports: [...BASE, 'src/blocks'] },
  {
    path: 'src/unixfs',
    imports: [...BASE, 'src/blocks'],
    packages: { fflate: 'gzip with levels' },
  },
  {
    path: 'src/keys',
    imports: BASE,
    packages: { '@noble/curves': 'secp256k1, which Web Crypto lacks' },
  },
  { path: 'src/pins', imports: [...BASE, 'src/content-lock', 'src/blocks', 'src/unixfs'] },
  { path: 'src/repo', imports: [...BASE, ...CONTENT.filter((path) => path !== 'src/repo')] },
  { path: 'src/files', imports: [...BASE, ...CONTENT] },
  { path: 'src/objects', imports: [...BASE, 'src/blocks', 'src/unixfs'] },
  ...networkRooms,
  {
    path: 'src/filestore',
    imports: [...BASE, 'src/content-lock', 'src/blocks', 'src/unixfs', 'src/net'],
  },
  { path: 'src/pins/remote', imports: [...BASE, ...CONTENT, 'src/keys', 'src/net', 'src/net/swarm'] },

  ...ledgerRooms,

  // The parts of the calendar that know no requests.
  ...calendarFloors,

  // The calendar's commits in the ledger, and the node.
  {
    path: 'src/audit',
    imports: [
      ...BASE,
      ...CONTENT,
      'src/keys',
      'src/net',
      'src/ledger/settings.ts',
      ...LEDGER_RECORDS,
      ...LEDGER_STATE,
      'src/ledger/queries',
      'src/ledger/operations',
      'src/ledger',
      ...CALENDAR_STORE,
    ],
  },
  ...serviceRooms,
  { path: 'src/backup/backup-head.ts', imports: [] },
  { path: 'src/backup/manifest.ts', imports: [...BASE, ...CONTENT, 'src/backup/backup-head.ts'] },
  {
    path: 'src/backup',
    imports: [...BASE, ...CONTENT, 'src/keys', 'src/backup/backup-head.ts', 'src/backup/manifest.ts'],
  },
  // What an owner decides, from texts: services take it typed.
  {
    path: 'src/config',
    imports: [
      ...BASE,
      'src/net/routing/settings.ts',
      'src/diagnostics',
      'src/http',
      'src/access',
      'src/keys',
      'src/blocks',
      'src/unixfs',
      'src/net',
      'src/net/pubsub/settings.ts',
      'src/ledger/settings.ts',
      'src/services/pinning/settings.ts',
      'src/calendar/model',
      'src/calendar/time',
      'src/calendar/access',
    ],
    packages: { zod: ZOD },
  },
  {
    path: '*/part.ts',
    imports: [
      ...BASE,
      ...CONTENT,
      'src/parts',
      'src/files',
      'src/http',
      'src/keys',
      'src/names/record',
      'src/names',
      ...ROUTING,
      'src/net/routing/dht',
      'src/net/peer',
      'src/net/redial',
      'src/net/pubsub',
      'src/net/pubsub/settings.ts',
      'src/pins/remote',
      'src/filestore',
      'src/space',
      'src/net/swarm',
      'src/ledger/settings.ts',
      'src/ledger',
      ...CALENDAR_STORE,
      'src/calendar/time',
      'src/calendar/plans',
      'src/audit',
      'src/services/pinning/settings.ts',
      'src/services/pinning',
      'src/config',
    ],
  },
  {
    path: 'src/node',
    imports: [
      ...BASE,
      'src/version.ts',
      'src/unixfs',
      'src/schedule',
      'src/blocks',
      'src/net',
      'src/net/routing/settings.ts',
      'src/net/pubsub/settings.ts',
      'src/ledger/settings.ts',
      'src/audit',
      'src/services/pinning/settings.ts',
      'src/config',
      'src/parts',
      '*/part.ts',
      'src/backup/backup-head.ts',
    ],
  },

  // Surfaces. They do not import one another.
  {
    path: 'src/gateway',
    imports: [...SURFACE, 'src/blocks', 'src/names/record', 'src/names'],
    packages: { mrmime: 'media types of file names' },
  },
  routingService,
  ...calendarSurface,
  {
    path: 'src/ledger/rest',
    imports: [
      ...SURFACE,
      ...LEDGER_RECORDS,
      ...LEDGER_STATE,
      'src/ledger/queries',
      'src/ledger/proof',
      'src/ledger',
    ],
  },
  {
    path: 'src/ledger/routes.ts',
    imports: [...SURFACE, 'src/ledger/rest'],
  },
  ...serviceSurfaces,
  { path: 'src/rpc/shapes', imports: [], packages: { zod: ZOD } },
  {
    path: 'src/rpc/print',
    also: ['src/rpc/errors.ts'],
    imports: [...RPC, 'src/keys', 'src/pins/remote', 'src/filestore', 'src/rpc/shapes'],
    packages: { zod: ZOD },
  },
  { path: 'src/rpc/form', imports: [...RPC, 'src/rpc/print'] },
  {
    path: 'src/rpc/declare',
    imports: [...RPC, 'src/blocks', 'src/rpc/shapes', 'src/rpc/print', 'src/rpc/form'],
    packages: { zod: ZOD },
  },
  {
    path: 'src/rpc/serve',
    imports: [...RPC, 'src/rpc/print', 'src/rpc/form', 'src/rpc/declare'],
    packages: { zod: ZOD },
  },
  {
    path: 'src/rpc/options',
    imports: [...RPC, 'src/keys', 'src/rpc/print', 'src/rpc/form', 'src/rpc/declare', 'src/rpc/serve'],
  },
  {
    path: 'src/rpc/commands',
    imports: [
      ...RPC,
      ...CONTENT,
      'src/keys',
      'src/filestore',
      'src/net',
      'src/net/swarm',
      'src/audit',
      'src/rpc/shapes',
      'src/rpc/print',
      'src/rpc/form',
      'src/rpc/declare',
      'src/rpc/serve',
      'src/rpc/options',
    ],
    packages: { zod: ZOD },
  },
  { path: 'src/rpc/sections', imports: ['src/rpc/commands'] },
  { path: 'src/rpc/commands/index.ts', imports: ['src/rpc/declare', 'src/rpc/sections'] },
  {
    path: 'src/rpc/client',
    also: ['src/rpc/client.ts'],
    imports: [...BASE, 'src/rpc/declare', 'src/rpc/commands/index.ts'],
    packages: { zod: ZOD },
  },
  {
    path: 'src/rpc/openapi',
    also: ['src/rpc/openapi.ts'],
    imports: ['src/version.ts', 'src/rpc/declare', 'src/rpc/client'],
    packages: { zod: ZOD },
  },
  {
    path: 'src/rpc/routes.ts',
    imports: [...RPC, 'src/rpc/print', 'src/rpc/declare', 'src/rpc/serve'],
  },
  {
    path: 'src/surfaces.ts',
    imports: [
      'src/http',
      'src/calendar/pictures',
      'src/calendar/rest',
      'src/calendar/pages',
      'src/ledger/rest',
    ],
  },
  {
    path: 'src/app.ts',
    imports: [
      ...SURFACE,
      'src/config',
      'src/gateway',
      'src/services/routing',
      ...CALENDAR_STORE,
      'src/calendar/access',
      'src/calendar/pictures',
      'src/calendar/rest',
      'src/calendar/routes.ts',
      'src/ledger/routes.ts',
      'src/net/forwarding/routes.ts',
      'src/rpc/print',
      'src/rpc/declare',
      'src/rpc/commands/index.ts',
      'src/rpc/routes.ts',
      'src/surfaces.ts',
    ],
  },
  {
    path: 'src/descriptions.ts',
    imports: [
      'src/http',
      'src/calendar/rest',
      'src/ledger/rest',
      'src/rpc/commands/index.ts',
      'src/rpc/openapi',
    ],
  },
  {
    path: 'src/index.ts',
    imports: [
      ...BASE,
      'src/interface-store',
      'src/access',
      'src/memory',
      'src/node',
      'src/app.ts',
      'src/rpc/commands/index.ts',
      'src/rpc/openapi',
      'src/descriptions.ts',
    ],
  },

  ...hostRooms,
]
