import type { Clock } from '../ports/clock.ts'
import type { Attempts } from './attempts.ts'
import type { Authorization } from './authorizations.ts'
import type { AccessPolicy } from './policy.ts'
import { tokenHolder } from './tokens.ts'
import { trySecret } from './try-secret.ts'

export interface ServiceTokenOptions {
  readonly policy: Pick<AccessPolicy, 'authorizations' | 'sourceOf'>
  readonly attempts: Attempts
  readonly clock: Pick<Clock, 'now'>
  /** The path that a token must name itself: a path above it does not permit the service. */
  readonly path: string
}

/** The authorization of a token, or why it permits nothing. */
export type ServiceToken =
  | { readonly authorization: Authorization }
  | { readonly fault: 'invalid' | 'other-service' }
  | { readonly waitSeconds: number }

/**
 * Checks the token of a user of one service of this node. `header` is an `Authorization` header. A wrong token counts
 * as a failed attempt of its source.
 */
export async function checkServiceToken(
  request: Request,
  header: string,
  { policy, attempts, clock, path }: ServiceTokenOptions,
): Promise<ServiceToken> {
  const tried = await trySecret({
    attempts,
    source: policy.sourceOf(request),
    check: () => tokenHolder(header, policy.authorizations),
  })
  if (!('value' in tried)) {
    return tried.waitSeconds === 0 ? { fault: 'invalid' } : { waitSeconds: tried.waitSeconds }
  }
  const { allowedPaths } = tried.value
  if (isExpired(tried.value, clock)) return { fault: 'invalid' }
  return allowedPaths.includes(path) ? { authorization: tried.value } : { fault: 'other-service' }
}

/** True from the instant at which an authorization ends. */
export function isExpired({ expiresAtMs }: Authorization, clock: Pick<Clock, 'now'>): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= clock.now()
}
