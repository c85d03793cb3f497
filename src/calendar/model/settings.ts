/** What an owner decides of the calendar. */
export interface CalendarSettings {
  /** IANA name of the site's zone; `UTC+0` for a site that has named none. */
  readonly siteZone: string
  readonly users: readonly CalendarUser[]
  /** Who calls without credentials, where every caller is the owner of the node; nobody when absent. */
  readonly owner?: Actor
  /** Entries of a page when a request does not say. */
  readonly perPage: number
  /** Where links point, such as `https://calendar.example.org`; where the request went, when absent. */
  readonly baseUrl?: string | undefined
}

/** A calendar that nobody may write. */
export const DEFAULT_SETTINGS: CalendarSettings = { siteZone: 'UTC+0', users: [], perPage: 10 }

/** From least to most rights. Spec: calendar facts, section 13.2. */
export const ROLES = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

export type Role = (typeof ROLES)[number]

/** Somebody the owner has named. The secret itself is not kept: only a salted hash of it. */
export interface CalendarUser {
  /** Positive; the `author` of what the user writes. */
  readonly id: number
  readonly login: string
  readonly role: Role
  readonly salt: Uint8Array
  /** SHA-256 of the salt followed by the secret. */
  readonly digest: Uint8Array
}

/** Who calls; `undefined` is anybody. */
export type Actor = Pick<CalendarUser, 'id' | 'login' | 'role'> | undefined

export function isAtLeast(actor: Actor, role: Role): boolean {
  return actor !== undefined && ROLES.indexOf(actor.role) >= ROLES.indexOf(role)
}
