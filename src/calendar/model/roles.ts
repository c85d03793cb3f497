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
