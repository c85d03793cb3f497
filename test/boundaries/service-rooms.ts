import { BASE, CONTENT, type Room, SURFACE } from './room.ts'

/** What others may use of this node. */
export const serviceRooms: readonly Room[] = [
  { path: 'src/services/pinning/settings.ts', imports: BASE },
  {
    path: 'src/services/pinning',
    imports: [
      ...BASE,
      ...CONTENT,
      'src/schedule',
      'src/net',
      'src/net/swarm',
      'src/services/pinning/settings.ts',
    ],
    packages: { '@multiformats/multiaddr': 'addresses of peers' },
  },
]

/** The requests for them. */
export const serviceSurfaces: readonly Room[] = [
  {
    path: 'src/services/pinning/rest',
    imports: [...SURFACE, 'src/services/pinning'],
    packages: { zod: 'what comes in is declared as schemas' },
  },
  { path: 'src/services/pinning/routes.ts', imports: [...SURFACE, 'src/services/pinning/rest'] },
  { path: 'src/net/forwarding/routes.ts', imports: [...SURFACE, 'src/net/forwarding'] },
]
