import { requestUrl } from '../http/request-url.ts'
import type { Clock } from '../ports/clock.ts'
import type { Attempts } from './attempts.ts'
import type { Authorization } from './authorizations.ts'
import type { AccessPolicy } from './policy.ts'
import { tokenHolder } from './tokens.ts'
import { trySecret } from './try-secret.ts'

/** Why a call is not served. */
export interface Refusal {
  readonly status: 403 | 429
  /** One line without its line end. */
  readonly text: string
  /** Seconds after which another attempt is looked at. */
  readonly waitSeconds?: number
}

/** What a call asks for. */
export interface Target {
  /** The path of its command, such as `/api/v0/pin/add`, however the request spells it. */
  readonly path: string
  /** True for a command that gives away or replaces the keys of this node. */
  readonly isSecret: boolean
}

export interface GuardOptions {
  readonly policy: AccessPolicy
  readonly clock: Clock
  /** Of the whole node: a source that guesses one kind of secret guesses no other. */
  readonly attempts: Attempts
}

const FORBIDDEN: Refusal = { status: 403, text: '403 - Forbidden' }
const DENIED: Refusal = {
  status: 403,
  text: 'Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations configuration.',
}

/** Open to every token, whatever it allows: clients ask it first. */
const OPEN_PATH = '/api/v0/version'

/**
 * Judges calls by their headers alone, before anything is parsed: the host, then where the call comes from,
 * then its token. Only calls that may do something, by POST, are judged by more than the host; a page that
 * sends wrong tokens in its visitor's name does not get as far as to be counted.
 * Spec gap: the document knows a 403 and not its rules; these are the reference's, with tokens that end.
 */
export function createGuard({ policy, clock, attempts }: GuardOptions) {
  const isOver = ({ expiresAtMs }: Authorization) => expiresAtMs !== undefined && expiresAtMs <= clock.now()

  return async (request: Request, { path, isSecret }: Target): Promise<Refusal | undefined> => {
    if (!policy.isOwnHost(requestUrl(request))) return FORBIDDEN
    if (request.method !== 'POST') return undefined
    if (isFromElsewhere(policy, request)) return FORBIDDEN
    if (isSecret && mayBePage(policy, request)) return FORBIDDEN
    if (!policy.needsToken && !isSecret) return undefined

    const header = request.headers.get('Authorization')
    if (header === null || policy.authorizations.size === 0) return DENIED
    const tried = await trySecret({
      attempts,
      source: policy.sourceOf(request),
      check: () => tokenHolder(header, policy.authorizations),
    })
    if ('value' in tried)
      return isOver(tried.value) || !allows(tried.value, { path, isSecret }) ? DENIED : undefined
    return tried.waitSeconds > 0 ? tooMany(tried.waitSeconds) : DENIED
  }
}

function tooMany(waitSeconds: number): Refusal {
  return { status: 429, text: `Too many failed attempts: try again in ${waitSeconds} seconds`, waitSeconds }
}

/** A secret is given only to a token that names its very path. */
function allows({ allowedPaths }: Authorization, { path, isSecret }: Target): boolean {
  if (path === OPEN_PATH || allowedPaths.includes(path)) return true
  return !isSecret && allowedPaths.some((allowed) => path.startsWith(`${allowed}/`))
}

/** A page of a foreign origin, or a browser that hides where it comes from. */
function isFromElsewhere(policy: AccessPolicy, request: Request): boolean {
  const { headers } = request
  const isForeign = (origin: string) => !policy.allowedOrigins(requestUrl(request)).includes(origin)
  const origin = headers.get('Origin')
  const referrer = headers.get('Referer')
  if (origin && isForeign(origin)) return true
  if (referrer && isForeign(originOf(referrer))) return true
  if (policy.pagesAreAnonymous) return false
  const agent = headers.get('User-Agent') ?? ''
  const isBrowser = agent.startsWith('Mozilla') && !agent.includes('Electron')
  return isBrowser && !origin && !referrer
}

function mayBePage(policy: AccessPolicy, { headers }: Request): boolean {
  return policy.pagesAreAnonymous || headers.has('Origin') || headers.has('Referer')
}

function originOf(referrer: string): string {
  return URL.canParse(referrer) ? new URL(referrer).origin : 'null'
}
