/** Defaults: no users, so that every write is refused. */
export const DEFAULT_SETTINGS = { users: [] as readonly CalendarUser[], perPage: 10 }

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
