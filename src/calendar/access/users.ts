import { DIGEST_BYTES, SALT_BYTES, secretDigest } from '../../access/secret-hash.ts'
import { fromBase64Url, toBase64Url } from '../../codec/bytes/base64url.ts'
import { DomainError } from '../../errors.ts'
import type { Random } from '../../ports/random.ts'
import { type CalendarUser, ROLES, type Role } from '../model/settings.ts'

const LOGIN = /^[A-Za-z0-9_-]{1,64}$/

export interface NewUser extends Pick<CalendarUser, 'id' | 'login' | 'role'> {
  readonly secret: string
  readonly random: Random
}

/** Makes a user from a plain secret. Only a salted digest of the secret is kept. */
export async function makeUser({ secret, random, ...user }: NewUser): Promise<CalendarUser> {
  const salt = random.bytes(SALT_BYTES)
  return { ...user, salt, digest: await secretDigest(salt, secret) }
}

/**
 * Reads the JSON text of the setting `CALENDAR_USERS`: a list of `{ id, login, role, secret }`, where `secret` is
 * `sha256:<salt>:<digest>` in base64url. An empty text gives no users. Throws `invalid-argument` for anything else,
 * so that a mistake cannot grant write access.
 */
export function parseUsers(json: string): readonly CalendarUser[] {
  if (json.trim() === '') return []
  const users = parseList(json).map(readUser)
  const isUnique = (key: 'id' | 'login') => new Set(users.map((user) => user[key])).size === users.length
  if (!isUnique('id') || !isUnique('login')) throw fault('an id or a login occurs twice')
  return users
}

/** Formats users as the JSON text that {@link parseUsers} reads. */
export function formatUsers(users: readonly CalendarUser[]): string {
  return JSON.stringify(
    users.map(({ id, login, role, salt, digest }) => ({
      id,
      login,
      role,
      secret: `sha256:${toBase64Url(salt)}:${toBase64Url(digest)}`,
    })),
  )
}

/** True for a login that a header can carry: letters, digits, `_` and `-`. */
export function isLogin(text: string): boolean {
  return LOGIN.test(text)
}

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text)
}

function parseList(json: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(json)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // The parser's message is dropped: it quotes the text, which may contain a secret.
  }
  throw fault('not a JSON list')
}

function readUser(entry: unknown): CalendarUser {
  const { id, login, role, secret } = (typeof entry === 'object' && entry !== null ? entry : {}) as {
    id?: unknown
    login?: unknown
    role?: unknown
    secret?: unknown
  }
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw fault('an id is not a positive integer')
  if (typeof login !== 'string' || !isLogin(login)) throw fault(`the login of user ${id} is not a login`)
  if (!isRole(role)) throw fault(`the role of user ${id} is none of ${ROLES.join(', ')}`)
  const [salt, digest] = readSecret(secret)
  if (salt?.byteLength !== SALT_BYTES || digest?.byteLength !== DIGEST_BYTES)
    throw fault(`the secret of user ${id} is not "sha256:<salt>:<digest>" as npm run calendar-user prints it`)
  return { id, login, role, salt, digest }
}

function readSecret(secret: unknown): readonly (Uint8Array | undefined)[] {
  const [kind, ...parts] = typeof secret === 'string' ? secret.split(':') : []
  return kind === 'sha256' && parts.length === 2 ? parts.map(fromBase64Url) : []
}

function fault(reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot read CALENDAR_USERS: ${reason}`)
}
