import { DomainError } from '../../errors.ts'
import { isMissingLink } from '../../unixfs/dag/missing-link.ts'
import { openHeaders } from '../body/headers.ts'
import { type FollowedPath, followPath } from '../follow-path.ts'
import type { Format } from '../formats.ts'
import { parseGatewayPath } from '../gateway-path.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { matchRules, type RuleTarget } from './match-rule.ts'
import { REDIRECT_STATUSES } from './parse-rules.ts'
import { readRules } from './read-rules.ts'

/** The result of the rules for a request. */
export interface FollowedRequest extends FollowedPath {
  /** The names that were followed below the root: those of the request, or those of a rule. */
  readonly names: readonly string[]
  /** Of a page that a rule names for a path that does not exist: 404, 410 or 451. Absent for 200. */
  readonly status?: number
}

/**
 * Follows the path of a request. On an origin of its own, a path that does not exist is followed by the rules of the
 * site: to other content of the site, whose rules are not asked again, or by a redirect. Any other error, such as a
 * block that is not held, says nothing of the path, so no rule is asked; neither is one for a client that names a
 * format, which wants blocks and no pages.
 *
 * Throws what {@link followPath} throws, and `corrupt` for rules that cannot be used.
 * Spec: web redirects file specification, evaluation.
 */
export async function followRules(
  request: GatewayRequest,
  format: Format | undefined,
): Promise<FollowedRequest | Response> {
  const { names, hasOwnOrigin } = request.path
  try {
    return { ...(await followPath(request)), names }
  } catch (error) {
    if (!hasOwnOrigin || format !== undefined || !isMissingLink(error)) throw error
    const rules = await readRules(request)
    const target = rules && matchRules(rules, names)
    if (!target) throw error
    return followTarget(request, target)
  }
}

async function followTarget(
  request: GatewayRequest,
  { status, to }: RuleTarget,
): Promise<FollowedRequest | Response> {
  if (REDIRECT_STATUSES.some((known) => known === status)) {
    const headers = { ...openHeaders, Location: withQuery(to, request.search) }
    return new Response(null, { status, headers })
  }
  if (!to.startsWith('/')) {
    throw new DomainError('corrupt', `could not use _redirects: status ${status} needs a path, not "${to}"`)
  }
  const [pathname = ''] = to.split(/[?#]/)
  const { names } = parseGatewayPath(`/${request.path.namespace}/${request.path.root}${pathname}`)
  const found = await followPath({ ...request, path: { ...request.path, names } })
  return { ...found, names, ...(status !== 200 && { status }) }
}

/** The address with the query of the request behind its own, and before its fragment. */
function withQuery(to: string, search: string): string {
  if (search.length <= 1) return to
  const hash = to.includes('#') ? to.indexOf('#') : to.length
  const address = to.slice(0, hash)
  const query = address.includes('?') ? `&${search.slice(1)}` : search
  return address + query + to.slice(hash)
}
