/** One room of the house: a folder or a file, with its permitted imports. */
export interface Room {
  /**
   * A star for the folder means the files of one name in all folders; they may import the rooms of their own
   * folders too. A file belongs to the room that names it, or else to the one of its name, or else to the one with
   * the longest matching path.
   */
  readonly path: string
  /** Further paths that belong to the room. */
  readonly also?: readonly string[]
  /**
   * The rooms that it may import besides itself. Each must be above it in the table, so that every arrow leads
   * down.
   */
  readonly imports: readonly string[]
  /** The packages that it may import, each with the reason. A scheme such as `node:` includes all of its modules. */
  readonly packages?: Readonly<Record<string, string>>
}

export const HONO = 'the routes of every surface'

/** What every service may import: errors, ports, codecs, streams and values in the Datastore. */
export const BASE = [
  'src/errors.ts',
  'src/ports/abort.ts',
  'src/codec/bytes',
  'src/codec/cid',
  'src/ports',
  'src/codec',
  'src/settings',
  'src/streams',
  'src/diagnostics',
  'src/state',
]

export const CONTENT = ['src/content-lock', 'src/parts', 'src/blocks', 'src/unixfs', 'src/pins', 'src/repo']

/** What a surface may import: the node, the parsing of requests and the beginnings of pages. */
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
  'src/calendar/access',
  'src/calendar/pictures',
  'src/calendar/rest',
  'src/surfaces.ts',
  'src/app.ts',
]
