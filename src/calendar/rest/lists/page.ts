import type { SentParameters } from '../read/read-query.ts'
import { MOST_PER_PAGE } from '../resources/queries.ts'
import { toInteger } from '../resources/values.ts'
import { restError } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** Which part of a list is asked for. */
export interface AskedPage {
  readonly page: number
  readonly perPage: number
  readonly offset: number
}

/** Spec: calendar facts, section 8.2. More entries than are given at once are not an error. */
export function askedPage(sent: SentParameters, { settings }: Pick<Scope, 'settings'>): AskedPage {
  const page = toInteger(sent.get('page')) ?? 1
  const perPage = Math.min(toInteger(sent.get('per_page')) ?? settings.perPage, MOST_PER_PAGE)
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) }
}

/** A list that is empty has no page, and the first one is there all the same. */
export function pageCount(total: number, { perPage }: AskedPage): number {
  return Math.ceil(total / perPage)
}

/** Throws `not-found` for a page beyond the end. */
export function refuseMissingPage(
  item: string,
  { page, totalPages }: { page: number; totalPages: number },
): void {
  if (page <= Math.max(totalPages, 1)) return
  throw restError(`${item}-archive-page-not-found`, `The requested ${item} archive page does not exist`, {
    status: 404,
  })
}
