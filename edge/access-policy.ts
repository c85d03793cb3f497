import { networkOf } from '../src/access/attempts.ts'
import { withOrigins } from '../src/access/origins.ts'
import { type AccessPolicy, loopbackPolicy, tokenPolicy } from '../src/access/policy.ts'
import type { Config } from '../src/config/read-config.ts'
import type { Env } from './env.ts'

/**
 * Who may call, by the stance of the host and the settings. Only in a deployment does the platform say where a call
 * comes from; elsewhere a caller could write that itself.
 */
export function accessPolicy(
  stance: Env['ACCESS'],
  { authorizations, origins }: Config['access'],
): AccessPolicy {
  const policy =
    stance === 'loopback'
      ? loopbackPolicy(authorizations)
      : tokenPolicy(authorizations, stance === 'exposed' ? undefined : connectingNetwork)
  return withOrigins(policy, origins)
}

function connectingNetwork({ headers }: Request): string | undefined {
  const address = headers.get('CF-Connecting-IP')
  return address === null ? undefined : networkOf(address)
}
