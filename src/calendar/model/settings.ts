/** Settings of the calendar that the owner decides. */
export interface CalendarSettings {
  readonly users: readonly CalendarUser[]
  /**
   * The actor of requests without credentials that come from the owner's machine or origin. When absent, such
   * requests are anonymous.
   */
  readonly owner?: Actor
  /** Page size when a request does not give one. */
  readonly perPage: number
  /** Base of links, such as `https://calendar.example.org`. When absent, the origin of the request. */
  readonly baseUrl?: string | undefined
  /** The visitor's languages in the form of `Accept-Language`, on a host whose requests lack that header. */
  readonly visitorLanguages?: string
}

/** Defaults: no users, so that every write is refused. */
export const DEFAULT_SETTINGS: CalendarSettings = { users: [], perPage: 10 }

/** From least to most rights. Spec: calendar facts, section 13.2. */
export const ROLES = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

export type Role = (typeof ROLES)[number]

/** A user that the owner has configured. Only a salted hash of the secret is kept. */
export interface CalendarUser {
  /** Positive; the `author` of records that the user writes. */
  readonly id: number
  readonly login: string
  readonly role: Role
  readonly salt: Uint8Array
  /** SHA-256 of the salt followed by the secret. */
  readonly digest: Uint8Array
}

/** The authenticated caller; `undefined` for an anonymous one. */
export type Actor = Pick<CalendarUser, 'id' | 'login' | 'role'> | undefined

export function isAtLeast(actor: Actor, role: Role): boolean {
  return actor !== undefined && ROLES.indexOf(actor.role) >= ROLES.indexOf(role)
}
