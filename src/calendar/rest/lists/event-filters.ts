import type { EventSelection } from '../../model/selection.ts'
import { mayRead } from '../../rules/rights.ts'
import { withDescendants } from '../../rules/terms.ts'
import { readTextQuery } from '../../text/text-query.ts'
import type { SentParameters } from '../read/read-query.ts'
import { type NamedTerm, termId } from '../resources/filter-checks.ts'
import { toFlag, toInteger, toList } from '../resources/values.ts'
import type { Scope } from '../scope.ts'

type Filters = Omit<
  EventSelection,
  'statuses' | 'offset' | 'limit' | 'starts' | 'ends' | 'orderBy' | 'descending'
>

/** Ids beyond these are not looked for: a page holds far fewer. */
const MOST_INCLUDED = 10_000

/** The filters of a list of events that are not about dates. Spec: calendar facts, section 8.5. */
export function eventFilters(sent: SentParameters, scope: Scope): Filters {
  const search = sent.get('search')
  const featured = toFlag(sent.get('featured'))
  const parent = toInteger(sent.get('post_parent'))
  const categories = terms('categories', sent, scope)
  const tags = terms('tags', sent, scope)
  const venues = numbers(sent.get('venue'))
  const organizers = numbers(sent.get('organizer'))
  const include = numbers(sent.get('include'))?.slice(0, MOST_INCLUDED)
  return {
    ...(typeof search === 'string' && { text: readTextQuery(search) }),
    ...(categories && { categories: withDescendants(categories, scope.view) }),
    ...(tags && { tags }),
    ...(organizers && { organizers }),
    ...(featured !== undefined && { featured }),
    ...(include && { include }),
    ...(parent !== undefined && { parent }),
    ...places(sent, { venues, scope }),
  }
}

function numbers(value: unknown): readonly number[] | undefined {
  return toList(value ?? undefined)?.flatMap((entry) => toInteger(entry) ?? [])
}

function terms(
  collection: NamedTerm['collection'],
  sent: SentParameters,
  { view }: Scope,
): readonly number[] | undefined {
  const list = toList(sent.get(collection) ?? undefined)
  return list?.flatMap((named) => termId(view, { collection, named }) ?? [])
}

const DEFAULT_KILOMETRES = 40
const MOST_KILOMETRES = 20_040

/**
 * Which venues a list asks for, by id and by place. Coordinates count as soon as some venue has them: in a calendar
 * without any, those filters say nothing. A venue that the actor may not read has none, so that nobody closes in on a
 * hidden one.
 */
function places(
  sent: SentParameters,
  { venues, scope }: { readonly venues: readonly number[] | undefined; readonly scope: Scope },
): Pick<Filters, 'venues' | 'exceptVenues' | 'near'> {
  const hasPosition = toFlag(sent.get('geoloc'))
  const latitude = degrees(sent.get('geoloc_lat'), 90)
  const longitude = degrees(sent.get('geoloc_lng'), 180)
  const isNear = latitude !== undefined && longitude !== undefined
  const placed = hasPosition !== undefined || isNear ? placedVenues(scope) : new Set<number>()
  if (placed.size === 0) return venues ? { venues } : {}
  const kilometres = Number(sent.get('geoloc_distance') ?? Number.NaN)
  const reach = kilometres >= 0 ? Math.min(kilometres, MOST_KILOMETRES) : DEFAULT_KILOMETRES
  const among = isNear || hasPosition ? (venues ?? [...placed]).filter((id) => placed.has(id)) : venues
  return {
    ...(among && { venues: among }),
    ...(hasPosition === false && { exceptVenues: [...placed] }),
    ...(isNear && { near: { latitude, longitude, meters: reach * 1000 } }),
  }
}

function degrees(value: unknown, most: number): number | undefined {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN
  return Math.abs(number) <= most ? number : undefined
}

function placedVenues({ view, actor }: Scope): ReadonlySet<number> {
  const ids = [...view.rows('venues')].flatMap((row) => (row.position && mayRead(actor, row) ? [row.id] : []))
  return new Set(ids)
}
