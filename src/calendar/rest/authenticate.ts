import type { Attempts } from '../../access/attempts.ts'
import { DIGEST_BYTES, equalInConstantTime, SALT_BYTES, secretDigest } from '../../access/secret-hash.ts'
import { trySecret } from '../../access/try-secret.ts'
import type { CalendarItem } from '../model/calendar.ts'
import type { Actor, CalendarUser } from '../model/settings.ts'
import { restError, tooManyAttempts } from './rest-error.ts'
import type { Scope } from './scope.ts'

export interface AuthenticateOptions {
  readonly users: readonly CalendarUser[]
  readonly attempts: Attempts
  /** Address of the client, if the host knows it. */
  readonly source: string | undefined
}

/** Longer headers are refused without parsing. */
const MAX_HEADER_LENGTH = 1024

/** Compared instead of an unknown user's digest, so that unknown logins take the same time. */
const UNKNOWN = { salt: new Uint8Array(SALT_BYTES), digest: new Uint8Array(DIGEST_BYTES) }

/**
 * Authenticates the caller by the `Authorization` header: `Basic` with login and secret. Wrong credentials fail
 * every request, even a read of public data: 401 `invalid_username` or `incorrect_password`, and 429 after too
 * many. No answer carries `WWW-Authenticate`, so that browsers neither ask for credentials nor store them. Spec:
 * calendar facts, section 13.1. Extension: `Bearer <login>.<secret>` means the same; a bearer token without a known
 * login is ignored, as recorded servers do.
 */
export async function authenticate(header: string | null, options: AuthenticateOptions): Promise<Actor> {
  if (header === null) return undefined
  const shown = header.length > MAX_HEADER_LENGTH ? { login: '', secret: '' } : credentials(header)
  if (shown === undefined) return undefined
  const user = options.users.find(({ login }) => login === shown.login)
  if (shown.isBearer && !user) return undefined
  const { attempts, source } = options
  const { salt, digest } = user ?? UNKNOWN
  const check = async () =>
    equalInConstantTime(await secretDigest(salt, shown.secret), digest) ? user : undefined
  const tried = await trySecret({ attempts, source, check })
  if ('value' in tried) return tried.value
  if (tried.waitSeconds > 0) throw tooManyAttempts(tried.waitSeconds)
  throw user
    ? restError('incorrect_password', 'The provided password is an invalid application password.', {
        status: 401,
      })
    : restError('invalid_username', 'Unknown username. Check again or try your email address.', {
        status: 401,
      })
}

interface Credentials {
  readonly login: string
  readonly secret: string
  readonly isBearer?: boolean
}

/** Parses the header; `undefined` for an unknown scheme. */
function credentials(header: string): Credentials | undefined {
  const bearer = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header)?.[1]
  if (bearer !== undefined) return { ...splitCredentials(bearer, '.'), isBearer: true }
  const basic = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1]
  return basic === undefined ? undefined : splitCredentials(decoded(basic), ':')
}

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

function splitCredentials(text: string, sign: string): Credentials {
  const at = text.indexOf(sign)
  return at < 0 ? { login: text, secret: '' } : { login: text.slice(0, at), secret: text.slice(at + 1) }
}

const NO_SALT = new Uint8Array()

/**
 * Ids of the events whose password was sent. A password that opens none of the protected events counts as a failed
 * attempt; after too many the request is answered 429. Spec: calendar facts, section 13.3.
 */
export async function openedEvents(
  events: readonly CalendarItem<'events'>[],
  { shown, scope }: { readonly shown: unknown; readonly scope: Pick<Scope, 'attempts' | 'source'> },
): Promise<ReadonlySet<number>> {
  const locked = events.filter(({ record }) => record.password !== '')
  if (typeof shown !== 'string' || locked.length === 0) return new Set()
  const check = async () => {
    const digest = await secretDigest(NO_SALT, shown)
    const opened = new Set<number>()
    for (const { id, record } of locked)
      if (equalInConstantTime(await secretDigest(NO_SALT, record.password), digest)) opened.add(id)
    return opened.size === 0 ? undefined : opened
  }
  const tried = await trySecret({ ...scope, check })
  if ('value' in tried) return tried.value
  if (tried.waitSeconds > 0) throw tooManyAttempts(tried.waitSeconds)
  return new Set()
}
