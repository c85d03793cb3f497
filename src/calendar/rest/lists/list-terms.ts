import type { TermRow } from '../../model/rows.ts'
import { byName, compareTexts, escapeName, type TermCollection } from '../../rules/terms.ts'
import { fold } from '../../text/fold.ts'
import { slugOf } from '../../text/slug.ts'
import type { Answer } from '../match-route.ts'
import { printTerm } from '../print/print-terms.ts'
import type { SentParameters } from '../read/read-parameters.ts'
import { termId } from '../resources/checks.ts'
import { sentText, toFlag, toInteger, toList } from '../resources/parameter.ts'
import { rootUrl, type Scope } from '../scope.ts'
import { listLinks, pageCount, requestedPage, totalHeaders } from './list-page.ts'

/** A page of categories or tags. A page beyond the end is empty. Spec: calendar facts, section 15. */
export function listTerms(collection: TermCollection, sent: SentParameters, scope: Scope): Answer {
  const page = requestedPage(sent, scope)
  const rows = sorted(matchingTerms(collection, sent, scope), { collection, sent, scope })
  const totalPages = pageCount(rows.length, page)
  const address = `${rootUrl(scope)}/${collection}/`
  const kept = [
    'search',
    'exclude',
    'include',
    'order',
    'orderby',
    'hide_empty',
    'parent',
    'post',
    'event',
    'slug',
  ]
  const asked = kept.filter((name) => name !== 'parent' || collection === 'categories')
  const parameters = Object.fromEntries(asked.map((name) => [name, sent.get(name)]))
  const { rest_url: _, ...links } = listLinks({
    address,
    parameters,
    page: page.page,
    perPage: sent.has('per_page') ? page.perPage : undefined,
    totalPages,
  })
  const entries = rows.slice(page.offset, page.offset + page.perPage)
  return {
    status: 200,
    body: {
      rest_url: address,
      total: rows.length,
      total_pages: totalPages,
      [collection]: entries.map((row) => printTerm(row, { scope, collection })),
      ...links,
    },
    headers: totalHeaders(rows.length, totalPages),
  }
}

function matchingTerms(collection: TermCollection, sent: SentParameters, scope: Scope): TermRow[] {
  const { view } = scope
  const event = toInteger(sent.get('post')) ?? toInteger(sent.get('event'))
  const ofEvent = event === undefined ? undefined : termsOf(event, { collection, scope })
  const include = ids(sent.get('include'))
  const exclude = ids(sent.get('exclude'))
  const hidesEmpty = !ofEvent && (toFlag(sent.get('hide_empty')) ?? true)
  const parent = collection === 'categories' ? toInteger(sent.get('parent')) : undefined
  const slug = sent.get('slug')
  const search = sent.get('search')
  const isFound = typeof search === 'string' ? nameOrSlugHas(search) : () => true
  return [...view.rows(collection)].filter(
    (row) =>
      (!ofEvent || ofEvent.has(row.id)) &&
      (!include || include.has(row.id)) &&
      !exclude?.has(row.id) &&
      (!hidesEmpty || view.countOf(collection, row.id) > 0) &&
      (parent === undefined || row.parent === parent) &&
      (typeof slug !== 'string' || row.slug === slugOf(slug)) &&
      isFound(row),
  )
}

/** Names are stored escaped, so the text is escaped too: `A & B` finds `A &amp; B`. */
function nameOrSlugHas(text: string): (row: TermRow) => boolean {
  const [inName, inSlug] = [fold(escapeName(text)), fold(text)]
  return ({ name, slug }) => fold(name).includes(inName) || slug.includes(inSlug)
}

/** Ids of an event's terms. None for an event with a password: lists do not show its terms either. */
function termsOf(
  event: number,
  { collection, scope: { view } }: { readonly collection: TermCollection; readonly scope: Scope },
): ReadonlySet<number> {
  const row = view.row('events', event)
  return new Set(row && !row.hasPassword ? row[collection] : [])
}

/** Ids of a list. Names are accepted and match nothing. */
function ids(value: unknown): ReadonlySet<number> | undefined {
  const list = toList(value)
  return list && new Set(list.flatMap((entry) => toInteger(entry) ?? []))
}

interface SortOptions {
  readonly collection: TermCollection
  readonly sent: SentParameters
  readonly scope: Scope
}

function sorted(rows: TermRow[], { collection, sent, scope }: SortOptions): readonly TermRow[] {
  const { view } = scope
  const included = toList(sent.get('include')) ?? []
  const wantedIds = [...new Set(included.map((named) => termId(view, { collection, named })))]
  const places = new Map(wantedIds.map((id, place) => [id, place]))
  const placeOf = ({ id }: TermRow) => places.get(id) ?? -1
  const orders = new Map<unknown, (a: TermRow, b: TermRow) => number>([
    ['id', (a, b) => a.id - b.id],
    ['slug', (a, b) => compareTexts(a.slug, b.slug)],
    ['count', (a, b) => view.countOf(collection, a.id) - view.countOf(collection, b.id)],
    ['description', (a, b) => compareTexts(fold(a.description), fold(b.description))],
    ['include', (a, b) => placeOf(a) - placeOf(b)],
  ])
  const order = sent.get('order') ?? null
  const sign = order === null || sentText(order).toLowerCase() === 'asc' ? 1 : -1
  const by = orders.get(sent.get('orderby'))
  if (!by) return rows.sort((a, b) => sign * byName(a, b))
  return rows.sort((a, b) => sign * (by(a, b) || byName(a, b)))
}
