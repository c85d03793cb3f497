import type { CalendarView } from '../../model/calendar.ts'
import { type CheckName, type FieldTable, isSent } from '../../model/field.ts'
import { ORGANIZER_FIELDS, VENUE_FIELDS } from '../../model/places.ts'
import { ANY_STATUS } from '../../model/status.ts'
import { mayList, mayListUnpublished, mayUpload } from '../../rules/rights.ts'
import { slugOf } from '../../text/slug.ts'
import { parseDate } from '../../time/parse-date.ts'
import { parseZone } from '../../time/zone.ts'
import type { Scope } from '../scope.ts'
import type { Check } from './parameter.ts'
import { isStatus, isSubstantialText, isWebAddress, sentText, toInteger, toList } from './parameter.ts'

/** Accepts the id of a configured user or of the node's owner. */
const isUser: Check = (value, { settings: { users, owner } }) => {
  const wanted = toInteger(value)
  return users.some(({ id }) => id === wanted) || (owner !== undefined && owner.id === wanted)
}

/** Accepts a date in any supported format. */
const isDate: Check = (value, { siteZone, nowMs }) =>
  (typeof value === 'string' || typeof value === 'number') &&
  parseDate(sentText(value), { zone: siteZone, nowMs }) !== undefined

const isZone: Check = (value, { siteZone }) =>
  typeof value === 'string' && parseZone(value, siteZone) !== undefined

/**
 * Accepts the id of a picture, or the URL of one that is stored or can be fetched. A URL requires the right to
 * upload. Spec: calendar facts, section 9.4.
 */
const isImage: Check = (value, { view, actor, fetchedImages }) => {
  const id = toInteger(value)
  if (id !== undefined) return view.row('images', id) !== undefined
  return isImageAddress(value) && mayUpload(actor) && fetchedImages.get(value) !== 'unusable'
}

/** True for an HTTP URL, and for a content path of this node, such as `/ipfs/<cid>?filename=poster.png`. */
export function isImageAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false
  return /^\/(?:ipfs|cas)\/[^/?#]+/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value))
}

/** True for the values that mean "no venue" or "no organizer". */
export function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === 0 || value === '0' || value === false) return true
  return typeof value === 'object' && Object.keys(value as object).length === 0
}

/**
 * Most organizers, categories and tags of an event, each. All may be new: with the event, its venue and its pictures
 * they fit into one commit.
 */
const MOST_LINKED = 300
const TOO_MANY_LINKED = { message: `Has over ${MOST_LINKED} entries.` }

/** Accepts records by id, by `{ id }`, or as data of a new one (an empty `id` is ignored), and lists of these. */
const areLinked =
  (options: Omit<LinkOptions, 'scope'>): Check =>
  (value, scope) => {
    if (isNothing(value)) return true
    const entries = entriesOf(value)
    if (entries.length > MOST_LINKED) return TOO_MANY_LINKED
    return entries.every((entry) => isLinked(entry, { ...options, scope }))
  }

/** The entries of a link, equal ids once: those of a list, ids separated by commas, or the single value. */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [...new Set(value)]
  return typeof value === 'string' ? (toList(value) ?? []) : [value]
}

/** Accepts terms of an event, known or new. */
const areEventTerms: Check = (value) => termEntries(value).length <= MOST_LINKED || TOO_MANY_LINKED

/**
 * The terms that an event names, equal ones once: those of a list, texts separated by commas, or a single one. A term
 * as answers print it gives its id.
 */
export function termEntries(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [...new Set(value.split(','))]
  if (typeof value !== 'object' || value === null || 'id' in value) return [idOrEntry(value)]
  return [...new Set(Object.values(value).map(idOrEntry))]
}

function idOrEntry(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry
}

interface LinkOptions {
  readonly collection: 'venues' | 'organizers'
  readonly table: FieldTable
  readonly scope: Scope
}

function isLinked(entry: unknown, { collection, table, scope }: LinkOptions): boolean {
  const data =
    typeof entry === 'object' && entry !== null ? (entry as Readonly<Record<string, unknown>>) : undefined
  const id = data === undefined ? entry : data['id'] || undefined
  if (id !== undefined) return isLinkable(collection, { id, scope })
  const name = data?.[collection === 'venues' ? 'venue' : 'organizer']
  // An empty name of a venue is refused where the venue would be created: its error has a code of its own.
  const isNamed = isSubstantialText(name) || (collection === 'venues' && name === '')
  return data !== undefined && isNamed && areValid(data, { table, scope })
}

function isLinkable(
  collection: 'venues' | 'organizers',
  { id, scope }: { id: unknown; scope: Scope },
): boolean {
  const row = scope.view.row(collection, toInteger(id) ?? 0)
  return row !== undefined && row.status !== 'trash'
}

/** Checks the data of a linked record, except its name. Types are not checked here. */
function areValid(
  data: Readonly<Record<string, unknown>>,
  { table, scope }: { readonly table: FieldTable; readonly scope: Scope },
) {
  return Object.values(table)
    .filter(isSent)
    .every(({ wire, check, required }) => {
      const value = data[wire] ?? null
      return check === undefined || required || value === null || CHECKS[check](value, scope) === true
    })
}

const isDegrees =
  (most: number): Check =>
  (value) =>
    value === '' ||
    (/^\s*[+-]?\d{1,3}(\.\d{1,20})?\s*$/.test(sentText(value)) && Math.abs(Number(sentText(value))) <= most)

const isCategory: Check = (value, { view }) => view.row('categories', toInteger(value) ?? 0) !== undefined

/** The check for each name that field declarations use. */
export const CHECKS: Readonly<Record<CheckName, Check>> = {
  address: (value) => value === '' || isWebAddress(value),
  category: isCategory,
  date: isDate,
  'flag or text': (value) => typeof value === 'boolean' || typeof value === 'string',
  image: isImage,
  'image or none': (value, scope) => value === '' || isImage(value, scope),
  latitude: isDegrees(90),
  longitude: isDegrees(180),
  organizers: areLinked({ collection: 'organizers', table: ORGANIZER_FIELDS }),
  status: isStatus,
  substantial: isSubstantialText,
  terms: areEventTerms,
  title: (value) => isSubstantialText(value) && String(value).trim() !== '',
  user: isUser,
  venue: areLinked({ collection: 'venues', table: VENUE_FIELDS }),
  written: (value) => typeof value === 'string' && value !== '',
  zone: isZone,
}

/**
 * Accepts one status, several separated by commas, or `any`, which links to other pages have. Actors who may not list
 * unpublished records: `publish` only.
 */
export const isStatusFilter: Check = (value, { actor }) => {
  if (!mayListUnpublished(actor))
    return value === 'publish' || (Array.isArray(value) && sentText(value) === 'publish')
  return value === '' || value === ANY_STATUS || (toList(value)?.every(isStatus) ?? false)
}

/** Accepts the id of an event that lists show to the actor, so that an answer does not reveal other ids. */
export const isListedEvent: Check = (value, { view, actor }) => {
  const row = view.row('events', toInteger(value) ?? 0)
  return row !== undefined && mayList(actor, row)
}

/** Also accepts the id of a draft: recorded servers show its venues and organizers to every client. */
export const isListedOrDraft: Check = (value, scope) =>
  isListedEvent(value, scope) === true || scope.view.row('events', toInteger(value) ?? 0)?.status === 'draft'

/** Accepts ids of venues or organizers that lists show to the actor. */
export function arePosts(collection: 'venues' | 'organizers'): Check {
  return (value, { view, actor }) =>
    areAll(value, (entry) => {
      const row = view.row(collection, toInteger(entry) ?? 0)
      return row !== undefined && mayList(actor, row)
    })
}

/** Accepts terms by id, slug, or a name from which the slug is made. */
export function areTerms(collection: 'categories' | 'tags'): Check {
  return (value, { view }) =>
    areAll(value, (entry) => termId(view, { collection, named: entry }) !== undefined)
}

/** Most different entries of a filter: the check of each takes time, and a page holds far fewer. */
const MOST_ENTRIES = 10_000

/** True when every entry of a non-empty list is accepted. Refuses a list that is too long unchecked. */
function areAll(value: unknown, isValid: (entry: string | number) => boolean): ReturnType<Check> {
  const list = toList(value) ?? []
  if (list.length > MOST_ENTRIES) return { message: `Has over ${MOST_ENTRIES} different entries.` }
  return list.length > 0 && list.every(isValid)
}

export const arePositiveIntegers: Check = (value) => areAll(value, (entry) => (toInteger(entry) ?? 0) > 0)

export interface NamedTerm {
  readonly collection: 'categories' | 'tags'
  /** An id, slug or name. */
  readonly named: string | number
}

/** The id of a term. Digits are always read as an id. */
export function termId(view: CalendarView, { collection, named }: NamedTerm): number | undefined {
  const id = toInteger(named)
  if (id !== undefined) return view.row(collection, id)?.id
  return view.idBySlug(collection, slugOf(String(named)))
}
