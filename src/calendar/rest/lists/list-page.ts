import { ANY_STATUS, LISTED, type Status } from '../../model/status.ts'
import { mayListUnpublished } from '../../rules/rights.ts'
import type { WirePage } from '../../wire.ts'
import type { Answer } from '../match-route.ts'
import type { SentParameters } from '../read/read-parameters.ts'
import { isStatus, sentText, toInteger, toList } from '../resources/parameter.ts'
import { MOST_PER_PAGE } from '../resources/queries.ts'
import { restError } from '../rest-error.ts'
import type { Scope } from '../scope.ts'

/** The page that a request asks for. */
export interface RequestedPage {
  readonly page: number
  readonly perPage: number
  readonly offset: number
}

/** Reads the page parameters. `per_page` above the maximum is reduced to it. Spec: calendar facts, section 8.2. */
export function requestedPage(sent: SentParameters, { settings }: Pick<Scope, 'settings'>): RequestedPage {
  const page = toInteger(sent.get('page')) ?? 1
  const perPage = Math.min(toInteger(sent.get('per_page')) ?? settings.perPage, MOST_PER_PAGE)
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) }
}

/** Number of pages; 0 for an empty list, whose page 1 can be requested all the same. */
export function pageCount(total: number, { perPage }: RequestedPage): number {
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

export interface RequestedStatuses {
  readonly statuses: readonly Status[]
  /** The statuses as links repeat them; absent for none. */
  readonly shown: string | undefined
}

/**
 * The statuses of a list: `publish`, or for actors who may list unpublished records {@link ANY_STATUS} unless others are
 * sent.
 */
export function requestedStatuses(sent: SentParameters, { actor }: Pick<Scope, 'actor'>): RequestedStatuses {
  if (!mayListUnpublished(actor)) return { statuses: ['publish'], shown: 'publish' }
  const value = sent.get('status') ?? null
  if (value === null || value === ANY_STATUS) return { statuses: LISTED, shown: ANY_STATUS }
  const statuses = (toList(value) ?? []).filter(isStatus)
  return { statuses, shown: statuses.length === 0 ? undefined : statuses.join(',') }
}

export interface ListAnswerOptions {
  /** The entries under the name of their collection. */
  readonly entries: Readonly<Record<string, readonly object[]>>
  readonly address: string
  readonly parameters: LinkParameters
  readonly turned?: LinkParameters
  readonly page: RequestedPage
  readonly total: number
}

/** A page in the envelope of events, venues and organizers. Spec: calendar facts, section 8.1. */
export function listAnswer({ entries, address, parameters, turned, page, total }: ListAnswerOptions): Answer {
  const totalPages = pageCount(total, page)
  const { perPage } = page
  const links = listLinks({ address, parameters, turned, page: page.page, perPage, totalPages })
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

/**
 * Parameters of a link, in this order. Lists are joined with commas where no entry has one, and absent values left
 * out.
 */
export type LinkParameters = Readonly<Record<string, unknown>>

export interface ListLinksOptions {
  /** Address of the list, with a slash at its end. */
  readonly address: string
  readonly parameters: LinkParameters
  /** Values that links to the next and the previous page have instead of the effective ones in `rest_url`. */
  readonly turned?: LinkParameters | undefined
  readonly page: number
  /** Absent: links leave it out. */
  readonly perPage: number | undefined
  readonly totalPages: number
}

/** Addresses of a page, the next and the previous one. All filters are repeated, and all values encoded. */
export function listLinks({ address, parameters, turned, page, perPage, totalPages }: ListLinksOptions) {
  const effective = { per_page: perPage, ...parameters }
  const rest = { ...effective, ...turned }
  const before = page - 1
  return {
    rest_url: linkTo(address, { page, ...effective }),
    ...(page < totalPages && { next_rest_url: linkTo(address, { ...rest, page: page + 1 }) }),
    ...(page > 1 && {
      previous_rest_url: linkTo(address, { ...rest, ...(before > 1 && { page: before }) }),
    }),
  }
}

function linkTo(address: string, parameters: LinkParameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`
}

function pairsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  // Joined with others, an entry with a comma would be read as several.
  if (Array.isArray(value) && value.some((entry) => sentText(entry).includes(',')))
    return value.map((entry) => `${name}%5B%5D=${encoded(sentText(entry))}`)
  return typeof value === 'object' && !Array.isArray(value) ? [] : [`${name}=${encoded(sentText(value))}`]
}

/** Encodes like a form, but leaves commas. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ',')
}
