import { type CalendarSettings, DEFAULT_SETTINGS } from '../src/calendar/model/settings.ts'
import type { Env } from './env.ts'

/** Whoever uses this machine: the RPC API is open to the same callers. */
const OWNER = { id: 1, login: 'owner', role: 'administrator' } as const

/** On loopback, the calendar belongs to the callers on this machine, unless its owner has configured users. */
export function withLocalOwner(
  settings: CalendarSettings = DEFAULT_SETTINGS,
  stance: Env['ACCESS'],
): CalendarSettings {
  return stance === 'loopback' && settings.users.length === 0 ? { ...settings, owner: OWNER } : settings
}
