import { networkOf } from '../src/access/attempts.ts'
import { type Authorizations, parseAuthorizations } from '../src/access/authorizations.ts'
import { type AccessPolicy, loopbackPolicy, tokenPolicy } from '../src/access/policy.ts'
import { isDomainError } from '../src/errors.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { Env } from './env.ts'

/**
 * Who may call, by the bindings. A text of authorizations that cannot be read holds nobody, and is logged.
 * Only in a deployment does the platform say where a call comes from; elsewhere a caller could write that itself.
 */
export function accessPolicy(
  { ACCESS, API_AUTHORIZATIONS = '' }: Pick<Env, 'ACCESS' | 'API_AUTHORIZATIONS'>,
  logger: Logger,
): AccessPolicy {
  const authorizations = readAuthorizations(API_AUTHORIZATIONS, logger)
  if (ACCESS === 'loopback') return loopbackPolicy(authorizations)
  return tokenPolicy(authorizations, ACCESS === 'exposed' ? undefined : connectingNetwork)
}

function readAuthorizations(json: string, logger: Logger): Authorizations {
  try {
    return parseAuthorizations(json)
  } catch (error) {
    if (!isDomainError(error)) throw error
    logger.log('error', 'access', error.message)
    return new Map()
  }
}

function connectingNetwork({ headers }: Request): string | undefined {
  const address = headers.get('CF-Connecting-IP')
  return address === null ? undefined : networkOf(address)
}
