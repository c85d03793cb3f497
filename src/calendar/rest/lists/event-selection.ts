import type { EventSelection } from '../../model/selection.ts'
import { mayRead } from '../../rules/rights.ts'
import { withDescendants } from '../../rules/terms.ts'
import { readTextQuery } from '../../text/fold.ts'
import { readWindow, siteWindow, WINDOW_NAMES, type Window, windowBounds } from '../../time/window.ts'
import type { SentParameters } from '../read/read-parameters.ts'
import { type NamedTerm, termId } from '../resources/checks.ts'
import { isTruthy, sentText, toFlag, toInteger, toList } from '../resources/parameter.ts'
import type { Scope } from '../scope.ts'

type Filters = Omit<
  EventSelection,
  'statuses' | 'offset' | 'limit' | 'starts' | 'ends' | 'orderBy' | 'descending'
>

/** The filters of a list of events, except dates. Spec: calendar facts, section 8.5. */
export function eventFilters(sent: SentParameters, scope: Scope): Filters {
  const search = sent.get('search')
  const featured = toFlag(sent.get('featured'))
  const parent = toInteger(sent.get('post_parent'))
  const categories = terms('categories', sent, scope)
  const tags = terms('tags', sent, scope)
  const venues = numbers(sent.get('venue'))
  const organizers = numbers(sent.get('organizer'))
  const include = numbers(sent.get('include'))
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
 * The venue conditions of a list, by id and by position. In a calendar whose venues have no coordinates, the
 * position filters have no effect. A venue that the actor may not read counts as one without coordinates, so that
 * repeated queries cannot locate a hidden venue.
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

/**
 * The accepted values of `orderby`. Recorded servers accept `orderby=title` and `order=desc` without effect, which
 * clients may rely on, so these values have other names.
 */
const ORDERS: ReadonlyMap<string, NonNullable<EventSelection['orderBy']>> = new Map([
  ['event_date', 'start'],
  ['event_published', 'date'],
  ['event_title', 'title'],
  ['event_id', 'id'],
  ['event_distance', 'distance'],
  ['include', 'include'],
])

/**
 * By start, then publication date, unless `orderby` has a known value. A list with `include` is ordered by
 * publication date. Spec: calendar facts, sections 8.5 and 8.6.
 */
export function eventOrder(sent: SentParameters): Pick<EventSelection, 'orderBy' | 'descending'> {
  const orderBy = ORDERS.get(sentText(sent.get('orderby')).toLowerCase())
  if (!orderBy) return (sent.get('include') ?? null) === null ? {} : { orderBy: 'date' }
  return { orderBy, descending: sentText(sent.get('order')).toLowerCase() === 'desc' }
}

export interface EventWindow {
  readonly bounds: Pick<EventSelection, 'starts' | 'ends'>
  /** The effective dates, in the zone of the site. */
  readonly shown: Window
  /** The dates with which another page of the list is requested. */
  readonly sendable: Window
}

/** The date conditions of a list; none when `include` names its events. Spec: calendar facts, sections 8.3 to 8.5. */
export function eventWindow(sent: SentParameters, { siteZone, nowMs }: Scope): EventWindow {
  if ((sent.get('include') ?? null) !== null) return { bounds: {}, shown: {}, sendable: {} }
  const dates = WINDOW_NAMES.map((name) => [name, sent.get(name) ?? undefined] as const)
  const texts = Object.fromEntries(
    dates.filter(([, date]) => date !== undefined).map(([name, date]) => [name, sentText(date)]),
  )
  const options = { siteZone, nowMs, isStrict: isTruthy(sent.get('strict_dates')) }
  const sendable = readWindow(texts, options)
  return { bounds: windowBounds(sendable, options), shown: siteWindow(sendable, options), sendable }
}
