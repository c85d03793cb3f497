import type { Attempts } from './attempts.ts'

export interface Trial<T> {
  readonly attempts: Attempts
  /** Where the request comes from; `undefined` where the host cannot know. */
  readonly source: string | undefined
  /** What the secret gives; `undefined` for a wrong one. */
  readonly check: () => Promise<T | undefined>
}

/** What a secret gave, or why it gave nothing: seconds to wait before the next attempt, 0 for a wrong secret alone. */
export type Tried<T> = { readonly value: T } | { readonly waitSeconds: number }

/**
 * Checks a secret, unless its source has shown too many wrong ones; a wrong one counts. Tokens, secrets of calendar
 * users and passwords of events all go through here, with the `attempts` of one node.
 */
export async function trySecret<T>({ attempts, source, check }: Trial<T>): Promise<Tried<T>> {
  const waitSeconds = attempts.waitSeconds(source)
  if (waitSeconds > 0) return { waitSeconds }
  const value = await check()
  return value === undefined ? { waitSeconds: attempts.failed(source) } : { value }
}
