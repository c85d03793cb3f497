import type { Attempts } from '../../src/access/attempts.ts'
import { RELAY_PATH } from '../../src/access/authorizations.ts'
import type { AccessPolicy } from '../../src/access/policy.ts'
import { checkServiceToken, isExpired } from '../../src/access/service-token.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { RelayRight } from '../../src/ports/transports.ts'
import { offeredToken } from './offered-token.ts'

export interface RelayRightOptions {
  readonly policy: AccessPolicy
  readonly attempts: Attempts
  readonly clock: Pick<Clock, 'now'>
}

/** Peers that are reached by one token, and by the pages of this node's own origin, at the same time. */
const MAX_OF_TOKEN = 16
const MAX_OF_PAGES = 64

const OWN_PAGES: RelayRight = { holder: '', maxPeers: MAX_OF_PAGES }

/** A connection that may be accepted, with its right to the relay as it is now; or the status that refuses it. */
export type AuthorizedPeer =
  | { readonly relayRight: () => RelayRight | undefined }
  | { readonly status: 403 | 429; readonly waitSeconds?: number }

/**
 * Checks a peer that connects to a deployment. A peer without a token is accepted, with no right unless it is a page of
 * this node's own origin. A wrong token is refused, so that its user learns it. Pages of every origin may show one, since
 * browsers never add it by themselves.
 */
export async function authorizePeer(
  request: Request,
  { policy, attempts, clock }: RelayRightOptions,
): Promise<AuthorizedPeer> {
  const header = offeredToken(request)
  if (header === undefined) {
    const origin = request.headers.get('Origin')
    const isOwnPage = origin !== null && policy.allowedOrigins(request).includes(origin)
    return { relayRight: () => (isOwnPage ? OWN_PAGES : undefined) }
  }
  const checked = await checkServiceToken(request, header, { policy, attempts, clock, path: RELAY_PATH })
  if ('waitSeconds' in checked) return { status: 429, waitSeconds: checked.waitSeconds }
  if ('fault' in checked) return { status: 403 }
  const { authorization } = checked
  const right: RelayRight = { holder: authorization.name, maxPeers: MAX_OF_TOKEN }
  return { relayRight: () => (isExpired(authorization, clock) ? undefined : right) }
}
