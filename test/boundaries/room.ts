/** One room of the house: a folder, or a file, with what it may know. */
export interface Room {
  /** A file belongs to the room with the longest path that it begins with. */
  readonly path: string
  /** What else belongs to the room. */
  readonly also?: readonly string[]
  /** Rooms that it may import besides itself. Each stands above it in the table: every arrow leads down. */
  readonly imports: readonly string[]
  /** Packages that it may import, each with the reason. A scheme such as `node:` stands for all that it names. */
  readonly packages?: Readonly<Record<string, string>>
}

export const HONO = 'the routes of every surface'

/** What every service may know: errors, ports, codecs, streams and values in the Datastore. */
export const BASE = [
  'src/errors.ts',
  'src/ports/abort.ts',
  'src/codec/bytes',
  'src/codec/cid',
  'src/ports',
  'src/codec',
  'src/streams',
  'src/diagnostics',
  'src/state',
]

export const CONTENT = [
  'src/content-lock',
  'src/repo/live-roots.ts',
  'src/blocks',
  'src/unixfs',
  'src/pins',
  'src/repo',
]

/** What a surface stands on: the node, and how a request is read and a page is begun. */
export const SURFACE = [
  ...BASE,
  'src/version.ts',
  'src/http',
  'src/html',
  'src/access',
  'src/unixfs',
  'src/node',
]

/** What hosts put together. */
export const PARTS = [
  ...BASE,
  'src/http',
  'src/access',
  'src/schedule',
  'src/space',
  'src/memory',
  'src/blocks',
  'src/packs',
  'src/config',
  'src/node',
  'src/gateway',
  'src/calendar/model',
  'src/calendar/pictures',
  'src/calendar/rest',
  'src/surfaces.ts',
  'src/app.ts',
]
