import { mayWriteAs } from '../rules/rights.ts'
import type { SentParameters } from './read/read-query.ts'
import { entriesOf } from './resources/checks.ts'
import { toInteger } from './resources/values.ts'
import { restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/**
 * Throws 403 for a request that writes in another user's name, for itself or for a venue or organizer that it brings:
 * only editors and administrators may. Spec: calendar facts, section 9.1.
 */
export function refuseOtherAuthor(sent: SentParameters, { actor }: Pick<Scope, 'actor'>): void {
  const brought = [sent.get('venue'), sent.get('organizer')].flatMap(entriesOf)
  const authors = [sent.get('author'), ...brought.map(authorOf)]
  if (authors.some((author) => author !== undefined && !mayWriteAs(actor, toInteger(author))))
    throw restError('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.', {
      status: 403,
    })
}

/** Of data that names something by its id nothing else counts. */
function authorOf(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Reflect.get(entry, 'id')) return undefined
  return Reflect.get(entry, 'author') ?? undefined
}
