import { requestUrl } from '../http/request-url.ts'
import { SURFACE_PREFIXES } from '../http/surface-prefixes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Attempts } from './attempts.ts'
import { type Authorization, isApiPath } from './authorizations.ts'
import type { AccessPolicy } from './policy.ts'
import { isExpired } from './service-token.ts'
import { tokenHolder } from './tokens.ts'
import { trySecret } from './try-secret.ts'

/** Why a call is refused. */
export interface Refusal {
  readonly status: 403 | 429
  /** One line without a line end. */
  readonly text: string
  /** Seconds until another attempt is checked. */
  readonly waitSeconds?: number
}

/** The command of a call. */
export interface Target {
  /** Path of the command, such as `/api/v0/pin/add`, in this spelling whatever the request's. */
  readonly path: string
  /** True for a command that exports or replaces private keys of this node. */
  readonly isSecret: boolean
  /** Path of a secret command whose right this call needs too, because its options export or replace private keys. */
  readonly secretPath?: string
  /** True where a request acts whatever its method is. Otherwise only a POST does. */
  readonly isAlwaysCall?: true
}

export interface GuardOptions {
  readonly policy: AccessPolicy
  readonly clock: Clock
  /** Shared by the whole node, so that a source that guesses one kind of secret cannot guess another. */
  readonly attempts: Attempts
}

const FORBIDDEN: Refusal = { status: 403, text: '403 - Forbidden' }
const DENIED: Refusal = {
  status: 403,
  text: 'Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations configuration.',
}

/** Allowed for every token of the API: clients call it first. */
const OPEN_PATH = `${SURFACE_PREFIXES.rpc[0]}/version`

/**
 * Creates the access check for calls. It uses headers only and runs before anything is parsed: it checks the
 * host, then the origin of the call, then its token. The latter two apply only to requests that may change
 * something. A page that sends wrong tokens in its visitor's name is refused before its attempts count. Spec
 * gap: the document specifies the 403, but not the rules. These are the reference's, with tokens that can
 * expire.
 */
export function createGuard({ policy, clock, attempts }: GuardOptions) {
  return async (request: Request, target: Target): Promise<Refusal | undefined> => {
    if (!policy.isOwnHost(requestUrl(request))) return FORBIDDEN
    if (request.method !== 'POST' && !target.isAlwaysCall) return undefined
    if (isForeignPage(policy, request)) return FORBIDDEN
    const isSecret = target.isSecret || target.secretPath !== undefined
    if (isSecret && mayBePage(policy, request)) {
      return policy.pagesHoldKeys && !target.isSecret ? undefined : FORBIDDEN
    }
    if (!policy.needsToken && !isSecret) return undefined

    const header = request.headers.get('Authorization')
    if (header === null || policy.authorizations.size === 0) return DENIED
    const tried = await trySecret({
      attempts,
      source: policy.sourceOf(request),
      check: () => tokenHolder(header, policy.authorizations),
    })
    if ('value' in tried)
      return isExpired(tried.value, clock) || !allows(tried.value, target) ? DENIED : undefined
    return tried.waitSeconds > 0 ? tooMany(tried.waitSeconds) : DENIED
  }
}

function tooMany(waitSeconds: number): Refusal {
  return { status: 429, text: `Too many failed attempts: try again in ${waitSeconds} seconds`, waitSeconds }
}

/** A command that handles secrets requires a token that names exactly its path. */
function allows({ allowedPaths }: Authorization, { path, isSecret, secretPath }: Target): boolean {
  if (secretPath !== undefined && !allowedPaths.includes(secretPath)) return false
  if (path === OPEN_PATH && allowedPaths.some(isApiPath)) return true
  if (allowedPaths.includes(path)) return true
  return !isSecret && allowedPaths.some((allowed) => path.startsWith(`${allowed}/`))
}

/** True for a page of a foreign origin, and for a browser that hides its origin. */
export function isForeignPage(
  policy: Pick<AccessPolicy, 'allowedOrigins' | 'pagesAreAnonymous'>,
  request: Request,
): boolean {
  const { headers } = request
  const isForeign = (origin: string) => !policy.allowedOrigins(request).includes(origin)
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
