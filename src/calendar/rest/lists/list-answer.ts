import type { WirePage } from '../../wire.ts'
import type { Answer } from '../answer.ts'
import { type LinkParameters, listLinks } from './list-links.ts'
import { type AskedPage, pageCount } from './page.ts'

export interface ListAnswerOptions {
  /** The entries under the name of their collection. */
  readonly entries: Readonly<Record<string, readonly object[]>>
  readonly address: string
  readonly parameters: LinkParameters
  readonly page: AskedPage
  readonly total: number
}

/** A page in the envelope of events, venues and organizers. Spec: calendar facts, section 8.1. */
export function listAnswer({ entries, address, parameters, page, total }: ListAnswerOptions): Answer {
  const totalPages = pageCount(total, page)
  const links = listLinks({ address, parameters, page: page.page, perPage: page.perPage, totalPages })
  const wire: WirePage = { ...links, total, total_pages: totalPages }
  return {
    status: 200,
    body: { ...entries, ...wire },
    headers: totalHeaders(total, totalPages),
  }
}

export function totalHeaders(total: number, totalPages: number): Readonly<Record<string, string>> {
  return { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(totalPages) }
}
