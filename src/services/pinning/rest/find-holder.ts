import type { Attempts } from '../../../access/attempts.ts'
import { isForeignPage } from '../../../access/guard.ts'
import type { AccessPolicy } from '../../../access/policy.ts'
import { checkServiceToken } from '../../../access/service-token.ts'
import { requestUrl } from '../../../http/request-url.ts'
import { SURFACE_PREFIXES } from '../../../http/surface-prefixes.ts'
import type { Clock } from '../../../ports/clock.ts'
import { failureResponse } from './pin-error.ts'

export interface FindHolderOptions {
  readonly policy: AccessPolicy
  readonly attempts: Attempts
  readonly clock: Pick<Clock, 'now'>
}

const [PINS_PATH] = SURFACE_PREFIXES.pins

/** The holder of pins that calls without a token make, where none is needed. No token has an empty name. */
const OWNER = ''

/**
 * Finds the holder of the pins that a request may see, or the response that refuses it. A token must name `/pins`.
 * Pages of every origin may call with one, since browsers never add it by themselves. Without a token, callers of a
 * loopback node that may call its API are admitted, as long as its owner has made no token for the service.
 */
export async function findHolder(
  request: Request,
  { policy, attempts, clock }: FindHolderOptions,
): Promise<{ readonly holder: string } | { readonly refusal: Response }> {
  const refused = (options: Parameters<typeof failureResponse>[0]) => ({ refusal: failureResponse(options) })
  if (!policy.isOwnHost(requestUrl(request))) {
    return refused({ status: 403, details: 'This node does not serve that host' })
  }
  const header = request.headers.get('Authorization')
  if (header === null) {
    if (policy.needsToken || hasUsers(policy)) return refused(INVALID_TOKEN)
    return isForeignPage(policy, request) ? refused(FOREIGN_PAGE) : { holder: OWNER }
  }
  const checked = await checkServiceToken(request, header, { policy, attempts, clock, path: PINS_PATH })
  if ('authorization' in checked) return { holder: checked.authorization.name }
  if ('fault' in checked) return refused(checked.fault === 'invalid' ? INVALID_TOKEN : OTHER_SCOPE)
  const details = `Too many failed attempts: try again in ${checked.waitSeconds} seconds`
  return refused({ status: 429, details, headers: { 'Retry-After': String(checked.waitSeconds) } })
}

function hasUsers({ authorizations }: AccessPolicy): boolean {
  return [...authorizations.values()].some(({ allowedPaths }) => allowedPaths.includes(PINS_PATH))
}

/** The wording of the API's document. */
const INVALID_TOKEN = { status: 401, details: 'Access token is missing or invalid' } as const
const OTHER_SCOPE = { status: 403, details: 'This access token is not for the pinning service' } as const
const FOREIGN_PAGE = { status: 403, details: 'A page of another origin needs an access token' } as const
