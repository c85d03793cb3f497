import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { Collected } from './collect-garbage.ts'

/** A removed block, or the text of an error told of as it happens. */
export type Reported = { readonly cid: CID } | { readonly error: string }

/** Texts that one last error may join. */
const MAX_JOINED = 100

/**
 * Tells what a collection did. Errors come at the end in one, or with `asTheyHappen` each in its place and
 * at the end one that says there were some. Throws it as `failed-precondition`.
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
