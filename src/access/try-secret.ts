import type { Attempts } from './attempts.ts'

export interface Trial<T> {
  readonly attempts: Attempts
  /** Identifies the client. `undefined` where the host cannot know. */
  readonly source: string | undefined
  /** Resolves to what the secret permits, or to `undefined` for a wrong secret. */
  readonly check: () => Promise<T | undefined>
}

/** The result of a correct secret, or the seconds to wait before the next attempt: 0 for a wrong secret alone. */
export type SecretCheck<T> = { readonly value: T } | { readonly waitSeconds: number }

/**
 * Checks a secret, unless its source has had too many failures. A wrong secret counts as a failure. Tokens,
 * secrets of calendar users and passwords of events are all checked here, with the `attempts` of one node.
 */
export async function trySecret<T>({ attempts, source, check }: Trial<T>): Promise<SecretCheck<T>> {
  const waitSeconds = attempts.waitSeconds(source)
  if (waitSeconds > 0) return { waitSeconds }
  const value = await check()
  return value === undefined ? { waitSeconds: attempts.failed(source) } : { value }
}
