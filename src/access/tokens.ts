import { toBase64Url } from '../codec/bytes/base64url.ts'
import type { Random } from '../ports/random.ts'
import type { Authorization, Authorizations } from './authorizations.ts'
import { DIGEST_BYTES, equalInConstantTime, SALT_BYTES, secretDigest } from './secret-hash.ts'

const SECRET_BYTES = 32

/** Longer headers are refused without parsing. */
const MAX_HEADER_LENGTH = 1024

export interface TokenOptions extends Pick<Authorization, 'name' | 'allowedPaths' | 'expiresAtMs'> {
  readonly random: Random
}

/**
 * Generates a token, `<name>.<secret>`, and the authorization to store.
 *
 * The hash is one salted SHA-256 instead of a slow hash. The secret is 256 random bits and cannot be guessed,
 * and the check runs on every call, where the edge grants ten milliseconds of CPU time, less than a slow hash
 * needs.
 */
export async function makeToken({
  random,
  ...rest
}: TokenOptions): Promise<{ token: string; authorization: Authorization }> {
  const token = `${rest.name}.${toBase64Url(random.bytes(SECRET_BYTES))}`
  const salt = random.bytes(SALT_BYTES)
  return { token, authorization: { ...rest, salt, digest: await secretDigest(salt, token) } }
}

/**
 * Finds the authorization of the token in an `Authorization` header: `Bearer <token>`, or `Basic` with the
 * token's name as user and the token as password. `undefined` for a header without a valid token. The caller
 * must check the expiry. The work is the same whether the name is known or not, and digests are compared in
 * constant time.
 */
export async function tokenHolder(
  header: string,
  authorizations: Authorizations,
): Promise<Authorization | undefined> {
  const token = header.length > MAX_HEADER_LENGTH ? undefined : tokenOf(header)
  const holder = authorizations.get(token?.slice(0, token.indexOf('.')) ?? '')
  const { salt, digest } = holder ?? UNKNOWN
  const isRight = equalInConstantTime(await secretDigest(salt, token ?? ''), digest)
  return isRight ? holder : undefined
}

/** Used for unknown names, so that the check takes as long. */
const UNKNOWN = { salt: new Uint8Array(SALT_BYTES), digest: new Uint8Array(DIGEST_BYTES) }

function tokenOf(header: string): string | undefined {
  const bearer = /^bearer +([A-Za-z0-9._-]+) *$/i.exec(header)?.[1]
  if (bearer !== undefined) return bearer
  const basic = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(header)?.[1]
  return basic === undefined ? undefined : passwordOf(basic)
}

/** The password, if it is a token of the user. */
function passwordOf(encoded: string): string | undefined {
  let decoded: string
  try {
    decoded = atob(encoded)
  } catch {
    return undefined
  }
  const colon = decoded.indexOf(':')
  const password = decoded.slice(colon + 1)
  return password.startsWith(`${decoded.slice(0, colon)}.`) ? password : undefined
}
