import { networkOf } from '../src/access/attempts.ts'
import { parseAuthorizations } from '../src/access/authorizations.ts'
import { parseOrigins, withOrigins } from '../src/access/origins.ts'
import { type AccessPolicy, loopbackPolicy, tokenPolicy } from '../src/access/policy.ts'
import { isDomainError } from '../src/errors.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { Env } from './env.ts'

/**
 * Who may call, by the bindings. A text of authorizations or origins that cannot be read holds nobody, and is
 * logged.
 * Only in a deployment does the platform say where a call comes from; elsewhere a caller could write that itself.
 */
export function accessPolicy(
  {
    ACCESS,
    API_AUTHORIZATIONS = '',
    API_ORIGIN = '',
  }: Pick<Env, 'ACCESS' | 'API_AUTHORIZATIONS' | 'API_ORIGIN'>,
  logger: Logger,
): AccessPolicy {
  const authorizations = orNobody(() => parseAuthorizations(API_AUTHORIZATIONS), logger) ?? new Map()
  const origins = orNobody(() => parseOrigins(API_ORIGIN), logger) ?? []
  const policy =
    ACCESS === 'loopback'
      ? loopbackPolicy(authorizations)
      : tokenPolicy(authorizations, ACCESS === 'exposed' ? undefined : connectingNetwork)
  return withOrigins(policy, origins)
}

function orNobody<T>(read: () => T, logger: Logger): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!isDomainError(error)) throw error
    logger.log('error', 'access', error.message)
    return undefined
  }
}

function connectingNetwork({ headers }: Request): string | undefined {
  const address = headers.get('CF-Connecting-IP')
  return address === null ? undefined : networkOf(address)
}
