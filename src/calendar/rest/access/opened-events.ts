import { digestOf, equalInConstantTime } from '../../../access/secret-hash.ts'
import { trySecret } from '../../../access/try-secret.ts'
import type { Item } from '../../model/calendar.ts'
import { tooManyAttempts } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

const NO_SALT = new Uint8Array()

/**
 * Ids of the events whose password was shown. A password that opens none of those that have one counts as a failed
 * attempt; after too many the request is answered 429. Spec: calendar facts, section 13.3.
 */
export async function openedEvents(
  events: readonly Item<'events'>[],
  { shown, scope }: { readonly shown: unknown; readonly scope: Pick<Scope, 'attempts' | 'source'> },
): Promise<ReadonlySet<number>> {
  const locked = events.filter(({ record }) => record.password !== '')
  if (typeof shown !== 'string' || locked.length === 0) return new Set()
  const check = async () => {
    const digest = await digestOf(NO_SALT, shown)
    const opened = new Set<number>()
    for (const { id, record } of locked)
      if (equalInConstantTime(await digestOf(NO_SALT, record.password), digest)) opened.add(id)
    return opened.size === 0 ? undefined : opened
  }
  const tried = await trySecret({ ...scope, check })
  if ('value' in tried) return tried.value
  if (tried.waitSeconds > 0) throw tooManyAttempts(tried.waitSeconds)
  return new Set()
}
