import { parsePagePath } from './calendar/pages/serve-page.ts'
import { SIZES_PATH } from './calendar/pictures/sizes.ts'
import { isQueryPath, QUERY_BASE } from './ledger/rest/query-path.ts'

/** Methods that change nothing, whatever they are sent to. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** One kind of answer that a node gives over HTTP, by its paths. */
export interface Surface {
  /** Paths at and below which it answers. */
  readonly prefixes: readonly string[]
  /** True for a path that it answers by its form. */
  readonly matches?: (pathname: string) => boolean
  /** The route below which it is mounted, where that is no prefix. */
  readonly pattern?: string
  /** Who may call: holders of tokens, users of the calendar for what they may do, or anybody, who then only reads. */
  readonly access: 'tokens' | 'calendar-users' | 'anybody'
  /** True for a method by which a call may change something. */
  readonly mayWrite: (method: string) => boolean
  /** True where others wrote what it serves: whoever calls from such an address is content, and no page of the node. */
  readonly isContent: boolean
  /** What a node in a browser asks the server of its page for when it has not got it. */
  readonly serverHas?: 'content' | 'page'
}

/** Every surface of a node, in the order in which their routes are tried. */
export const SURFACES = {
  rpc: {
    prefixes: ['/api/v0'],
    access: 'tokens',
    mayWrite: (method) => method === 'POST',
    isContent: false,
  },
  calendar: {
    prefixes: ['/cal/events/v1'],
    access: 'calendar-users',
    // A POST may stand for any method.
    mayWrite: (method) => !SAFE_METHODS.includes(method),
    isContent: false,
  },
  pictureSizes: {
    prefixes: [SIZES_PATH],
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
  },
  gateway: {
    prefixes: ['/ipfs', '/cas'],
    access: 'anybody',
    mayWrite: () => false,
    isContent: true,
    serverHas: 'content',
  },
  ledgerQueries: {
    prefixes: [],
    matches: isQueryPath,
    pattern: QUERY_BASE,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
  },
  calendarPages: {
    prefixes: [],
    matches: (pathname) => parsePagePath(pathname) !== undefined,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
    serverHas: 'page',
  },
} as const satisfies Readonly<Record<string, Surface>>

export type SurfaceName = keyof typeof SURFACES

const ALL: readonly Surface[] = Object.values(SURFACES)

/** The surface that answers a path; `undefined` where the page's own files are. */
export function surfaceAt(pathname: string): Surface | undefined {
  return ALL.find(
    ({ prefixes, matches }) => prefixes.some((prefix) => isUnder(pathname, prefix)) || matches?.(pathname),
  )
}

/** True at and below the first part of a surface's prefix, such as `/api`: no file of the page has such a path. */
export function isReserved(pathname: string): boolean {
  const prefixes = ALL.flatMap((surface) => surface.prefixes)
  return prefixes.some((prefix) => isUnder(pathname, `/${prefix.split('/')[1]}`))
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}
