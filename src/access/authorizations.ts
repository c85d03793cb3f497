import { fromBase64Url, toBase64Url } from '../codec/bytes/base64url.ts'
import { DomainError } from '../errors.ts'
import { SURFACE_PREFIXES } from '../http/surface-prefixes.ts'
import { DIGEST_BYTES, SALT_BYTES } from './secret-hash.ts'

/** The rights of the holder of a token. Only a salted hash of the token is stored. */
export interface Authorization {
  readonly name: string
  readonly salt: Uint8Array
  /** SHA-256 of the salt followed by the token. */
  readonly digest: Uint8Array
  /** Paths such as `/api/v0/pin`, each with all paths below it; `/pins`, the pinning service; `/relay`, the relay. */
  readonly allowedPaths: readonly string[]
  /** Expiry in milliseconds since the epoch. Never when absent. */
  readonly expiresAtMs: number | undefined
}

/** Authorizations by name. */
export type Authorizations = ReadonlyMap<string, Authorization>

/** The part of a token before its first dot. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/
const [API_PATH] = SURFACE_PREFIXES.rpc
const [PINS_PATH] = SURFACE_PREFIXES.pins

/** Permits a peer to be reached through this node, and nothing else. No surface has this path. */
export const RELAY_PATH = '/relay'

/**
 * Parses the JSON text of `API.Authorizations`: an object from names to `AuthSecret` (`sha256:<salt>:<digest>`
 * in base64url), `AllowedPaths`, and optionally `Expires` (an ISO 8601 instant). An empty text means no
 * authorizations. Throws `invalid-argument` for anything else: a mistake must not open the API. Spec gap: the
 * reference stores secrets as plain text in `AuthSecret`. Here it is a hash, and tokens can expire.
 */
export function parseAuthorizations(json: string): Authorizations {
  if (json.trim() === '') return new Map()
  const entries = Object.entries(parseObject(json))
  return new Map(entries.map(([name, entry]) => [name, readEntry(name, entry)]))
}

/** Formats authorizations as JSON text. */
export function formatAuthorizations(authorizations: Authorizations): string {
  const entries = [...authorizations.values()].map(({ name, salt, digest, allowedPaths, expiresAtMs }) => [
    name,
    {
      AuthSecret: `sha256:${toBase64Url(salt)}:${toBase64Url(digest)}`,
      AllowedPaths: allowedPaths,
      ...(expiresAtMs !== undefined && { Expires: new Date(expiresAtMs).toISOString() }),
    },
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** True for a name that can be part of a token. */
export function isHolderName(text: string): boolean {
  return NAME.test(text)
}

/** True for a path that a token can permit. */
export function isGrantablePath(text: string): boolean {
  return text === PINS_PATH || text === RELAY_PATH || isApiPath(text)
}

/** True for `/api/v0` and paths below it, without a trailing slash. */
export function isApiPath(text: string): boolean {
  return text === API_PATH || (text.startsWith(`${API_PATH}/`) && !text.endsWith('/'))
}

function parseObject(json: string): object {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // The error below replaces the parser's, whose message may quote a secret.
  }
  throw new DomainError('invalid-argument', 'Cannot read API_AUTHORIZATIONS: not a JSON object')
}

function readEntry(name: string, entry: unknown): Authorization {
  if (!isHolderName(name)) throw fault(name, 'name is not 1 to 64 letters, digits, "_" or "-"')
  const [salt, digest] = readSecret(name, field(entry, 'AuthSecret'))
  return {
    name,
    salt,
    digest,
    allowedPaths: readPaths(name, field(entry, 'AllowedPaths')),
    expiresAtMs: readExpiry(name, field(entry, 'Expires')),
  }
}

function readSecret(name: string, value: unknown): readonly [salt: Uint8Array, digest: Uint8Array] {
  const parts = typeof value === 'string' ? value.split(':') : []
  const [kind, ...rest] = parts
  const [salt, digest] = rest.map(fromBase64Url)
  const isSecret = kind === 'sha256' && rest.length === 2
  if (isSecret && salt?.byteLength === SALT_BYTES && digest?.byteLength === DIGEST_BYTES)
    return [salt, digest]
  throw fault(name, 'AuthSecret is not "sha256:<salt>:<digest>" as npm run token prints it')
}

function readPaths(name: string, value: unknown): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(value) ? value : []
  const texts = paths.filter((path) => typeof path === 'string' && isGrantablePath(path))
  if (Array.isArray(value) && texts.length === paths.length) return texts as string[]
  throw fault(name, `AllowedPaths is not a list of paths such as "${API_PATH}/pin"`)
}

function readExpiry(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  // A date without a time zone would mean different instants on different machines.
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
  const instantMs = isInstant ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instantMs)) throw fault(name, 'Expires is not an instant such as "2030-01-31T00:00:00Z"')
  return instantMs
}

function field(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined
}

function fault(name: string, reason: string): DomainError {
  return new DomainError(
    'invalid-argument',
    `Cannot read API_AUTHORIZATIONS of ${JSON.stringify(name)}: ${reason}`,
  )
}
