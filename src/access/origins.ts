import { DomainError } from '../errors.ts'
import type { AccessPolicy } from './policy.ts'

/** Origins of browser extensions, which not every engine's URL parser supports. */
const ADD_ON = /^(chrome|moz|safari-web)-extension:\/\/[\w-]+$/

/**
 * Parses a list of origins such as `https://app.example.org, http://localhost:3000`, or of browser extensions
 * such as `chrome-extension://nibjojkomfdiaoajekhjakgkdhaomnch`. An empty text means none. Throws
 * `invalid-argument` for anything that is not exactly an origin: no path and no `*`, because a list that admits
 * every site would be a mistake wherever no token is required.
 */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim())
  return origins.filter((origin) => origin !== '').map(checked)
}

/** Adds allowed origins to a policy. */
export function withOrigins(policy: AccessPolicy, origins: readonly string[]): AccessPolicy {
  return { ...policy, allowedOrigins: (request) => [...policy.allowedOrigins(request), ...origins] }
}

function checked(origin: string): string {
  if (ADD_ON.test(origin)) return origin
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw new DomainError(
    'invalid-argument',
    `Cannot allow origin "${origin}": not an origin such as "https://app.example.org"`,
  )
}
