import { networkOf } from '../src/access/attempts.ts'
import { withOrigins } from '../src/access/origins.ts'
import { type AccessPolicy, loopbackPolicy, tokenPolicy } from '../src/access/policy.ts'
import type { CalendarSettings } from '../src/calendar/access/settings.ts'
import { DEFAULT_SETTINGS } from '../src/calendar/model/settings.ts'
import type { Config } from '../src/config/read-config.ts'
import type { Env } from './env.ts'

/**
 * The access policy of the host's mode and the owner's settings. The address of the client is trusted only in a
 * deployment, where the platform provides it. Elsewhere a client could send that header itself.
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

/** Programs of this machine. They may also call the whole RPC API. */
const OWNER = { id: 1, login: 'owner', role: 'administrator' } as const

/** On loopback, the calendar belongs to the callers on this machine, unless its owner has configured users. */
export function withLocalOwner(
  settings: CalendarSettings = DEFAULT_SETTINGS,
  stance: Env['ACCESS'],
): CalendarSettings {
  return stance === 'loopback' && settings.users.length === 0 ? { ...settings, owner: OWNER } : settings
}
