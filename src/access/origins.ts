import { DomainError } from '../errors.ts'
import type { AccessPolicy } from './policy.ts'

/** Browsers' add-ons call by an origin that not every engine's own URL parser knows for one. */
const ADD_ON = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/

/**
 * Reads a list of origins such as `https://app.example.org, http://localhost:3000`, also of browsers' add-ons
 * such as `chrome-extension://nibjojkomfdiaoajekhjakgkdhaomnch`; an empty text is none.
 * Throws `invalid-argument` for anything that is not exactly an origin: no path, no `*`, since a list that
 * lets every site call is a mistake wherever no token is asked for.
 */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim())
  return origins.filter((origin) => origin !== '').map(checked)
}

/** The same policy, with pages of more origins that may call. */
export function withOrigins(policy: AccessPolicy, origins: readonly string[]): AccessPolicy {
  return { ...policy, allowedOrigins: (url) => [...policy.allowedOrigins(url), ...origins] }
}

function checked(origin: string): string {
  if (ADD_ON.test(origin)) return origin
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw new DomainError(
    'invalid-argument',
    `Cannot allow origin "${origin}": not an origin such as "https://app.example.org"`,
  )
}
