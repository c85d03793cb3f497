import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { Collected } from './collect-garbage.ts'

/** A removed block, or the text of an error reported as it occurs. */
export type Reported = { readonly cid: CID } | { readonly error: string }

/** Maximum number of texts that are joined into the final error. */
const MAX_JOINED = 100

/**
 * Reports the result of a collection. Errors are joined and thrown at the end as `failed-precondition`. With
 * `asTheyHappen`, each is yielded when it occurs, and the error at the end only says that there were some.
 */
export async function* reportErrors(
  collected: AsyncIterable<Collected>,
  { asTheyHappen }: { readonly asTheyHappen: boolean },
): AsyncGenerator<Reported, void> {
  const messages: string[] = []
  for await (const item of collected) {
    if ('cid' in item) yield item
    else if (asTheyHappen) yield { error: item.error.message }
    if ('error' in item && messages.length < MAX_JOINED) messages.push(item.error.message)
  }
  if (messages.length === 0) return
  const message = asTheyHappen ? 'encountered errors during gc run' : messages.join('; ')
  throw new DomainError('failed-precondition', message)
}
