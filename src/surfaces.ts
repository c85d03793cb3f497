import { languageOf } from './calendar/pages/language/choose-language.ts'
import { parsePagePath } from './calendar/pages/page-path.ts'
import { isUnder, SURFACE_PREFIXES } from './http/surface-prefixes.ts'
import { isQueryPath, QUERY_BASE } from './ledger/rest/query-path.ts'

/** Methods that never change anything, whatever their path. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** One kind of HTTP answer of a node, identified by its paths. */
export interface Surface {
  /** Paths that it answers, together with all paths below them. */
  readonly prefixes: readonly string[]
  /** True for a path that it answers by its form. */
  readonly matches?: (pathname: string) => boolean
  /** The route at which it is mounted, if that is not a prefix. */
  readonly pattern?: string
  /**
   * Who may call: holders of tokens, users of the calendar within their rights, users of a service of this node by
   * tokens for it, or every client. The last may only read, or write only what its signer has signed.
   */
  readonly access: 'tokens' | 'calendar-users' | 'service-users' | 'anybody' | 'signers'
  /** True for a method with which a call may change something. */
  readonly mayWrite: (method: string) => boolean
  /** True if it serves content of other authors: a page at such a URL is content and not part of the node. */
  readonly isContent: boolean
  /** What a browser's node requests from the server of its page when it does not have it. */
  readonly serverHas?: 'content' | 'page'
  /**
   * Which of the answers at one URL a request gets by its headers besides `Accept`, as a short text: a cache keeps
   * each. All requests get the same when absent.
   */
  readonly variantOf?: (request: Request) => string
  /** True if a browser's node leaves it to the server of its page: it cannot serve others. */
  readonly isServers?: true
  /**
   * True if a site that embeds a browser's node may have pages of its own at these paths. Its server is asked first
   * there, and gets every method but GET and HEAD.
   */
  readonly mayBeOfSite?: true
}

/** Every surface of a node, in the order in which their routes are tried. */
export const SURFACES = {
  rpc: {
    prefixes: SURFACE_PREFIXES.rpc,
    access: 'tokens',
    mayWrite: (method) => method === 'POST',
    isContent: false,
  },
  calendar: {
    prefixes: SURFACE_PREFIXES.calendar,
    access: 'calendar-users',
    // A POST may override the method.
    mayWrite: (method) => !SAFE_METHODS.includes(method),
    isContent: false,
  },
  pictureSizes: {
    prefixes: SURFACE_PREFIXES.pictureSizes,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
  },
  gateway: {
    prefixes: SURFACE_PREFIXES.gateway,
    access: 'anybody',
    mayWrite: () => false,
    isContent: true,
    serverHas: 'content',
  },
  gatewayVersion: {
    prefixes: SURFACE_PREFIXES.gatewayVersion,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
    mayBeOfSite: true,
  },
  routing: {
    prefixes: SURFACE_PREFIXES.routing,
    access: 'signers',
    mayWrite: (method) => method === 'PUT',
    isContent: false,
  },
  pins: {
    prefixes: SURFACE_PREFIXES.pins,
    access: 'service-users',
    mayWrite: (method) => !SAFE_METHODS.includes(method),
    isContent: false,
    isServers: true,
  },
  tunnels: {
    prefixes: SURFACE_PREFIXES.tunnels,
    access: 'tokens',
    mayWrite: () => true,
    isContent: false,
    isServers: true,
  },
  ledgerQueries: {
    prefixes: [],
    matches: isQueryPath,
    pattern: QUERY_BASE,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
    mayBeOfSite: true,
  },
  calendarPages: {
    prefixes: [],
    matches: (pathname) => parsePagePath(pathname) !== undefined,
    access: 'anybody',
    mayWrite: () => false,
    isContent: false,
    serverHas: 'page',
    mayBeOfSite: true,
    variantOf: (request) => languageOf(request),
  },
} as const satisfies Readonly<Record<string, Surface>>

export type SurfaceName = keyof typeof SURFACES

const ALL: readonly Surface[] = Object.values(SURFACES)

/** The surface that answers a path. `undefined` for paths of the page's own files. */
export function surfaceAt(pathname: string): Surface | undefined {
  return ALL.find(
    ({ prefixes, matches }) => prefixes.some((prefix) => isUnder(pathname, prefix)) || matches?.(pathname),
  )
}
