import { unescapeHtml } from '../../../html/unescape-html.ts'
import type { CalendarView } from '../../model/calendar.ts'
import { type FieldTable, isSent, type ReadAs } from '../../model/field.ts'
import { FIELDS } from '../../model/records.ts'
import type { Patches, SentLink, SentValues } from '../../model/write.ts'
import type { Content } from '../../plans/perform.ts'
import { MOST_PRICES } from '../../text/cost.ts'
import { entriesOf, isImageAddress, isNothing, termEntries } from '../resources/checks.ts'
import { isStatus, isTruthy, sentText, toFlag, toInteger } from '../resources/parameter.ts'
import type { Resource } from '../resources/resources.ts'
import { restError } from '../rest-error.ts'
import type { SentParameters } from './read-parameters.ts'

/**
 * The fields that a request sends for a record, in typed values. The parameters have passed their checks. A value
 * without a meaning gives `undefined`.
 */
function readPatch<C extends keyof Patches>(collection: C, sent: SentParameters): Patches[C] {
  const table: FieldTable = FIELDS[collection]
  const entries = Object.entries(table).flatMap(([name, field]) =>
    isSent(field) && sent.has(field.wire) ? [[name, READ[field.reads](sent.get(field.wire))] as const] : [],
  )
  return Object.fromEntries(entries) as Patches[C]
}

type Read = { readonly [As in ReadAs]: (value: unknown) => SentValues[As] | undefined }

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const READ: Read = {
  text: toText,
  string: (value) => (typeof value === 'string' ? value : undefined),
  integer: toInteger,
  status: (value) => (isStatus(value) ? value : undefined),
  flag: toFlag,
  switch: (value) => (value === null ? undefined : isTruthy(value)),
  cost: readCost,
  degrees: (value) => toText(value)?.trim(),
  // Answers print the address escaped, and clients send it back so.
  address: (value) => (typeof value === 'string' ? unescapeHtml(value) : ''),
  image: (value) => (value === '' || value === null ? null : (toInteger(value) ?? sentText(value))),
  venue: (value) => readLinks('venues', value),
  organizers: (value) => readLinks('organizers', value),
  terms: (value) =>
    value === null
      ? undefined
      : termEntries(value).flatMap((entry) => toInteger(entry) ?? toText(entry) ?? []),
}

/** `undefined` for the empty values that older clients send with every update without meaning a change. */
function readLinks<C extends 'venues' | 'organizers'>(
  collection: C,
  value: unknown,
): readonly SentLink<Patches[C]>[] | undefined {
  if (isNothing(value)) return typeof value === 'object' && value !== null ? [] : undefined
  return entriesOf(value).map((entry) => {
    if (typeof entry !== 'object' || entry === null) return { id: toInteger(entry) ?? 0 }
    const data = new Map<string, unknown>(Object.entries(entry))
    const id = toInteger(data.get('id') || undefined)
    return id === undefined ? { data: readPatch(collection, data) } : { id }
  })
}

/** The collection and patch of a write request. The slug of a venue or organizer is read on by-slug routes only. */
export function readContent(
  { collection }: Resource,
  sent: SentParameters,
  { isBySlug }: { readonly isBySlug: boolean },
): Content {
  if (collection === 'tags' && (sent.get('parent') ?? null) !== null)
    throw restError(
      'rest_taxonomy_not_hierarchical',
      'Cannot set parent term, taxonomy is not hierarchical.',
      { status: 400 },
    )
  const patch: Patches[typeof collection] = readPatch(collection, sent)
  const slug = sent.get('slug')
  const isPlace = collection === 'venues' || collection === 'organizers'
  const renamed = isPlace && isBySlug && typeof slug === 'string' ? { ...patch, slug } : patch
  return { collection, patch: renamed } as Content
}

/** The picture URLs that a request names and this node has not stored: of its record and of places sent with it. */
export function newImages(sent: SentParameters, view: Pick<CalendarView, 'rows'>): readonly string[] {
  const brought = [sent.get('venue'), sent.get('organizer')].flat()
  const images = brought.map((data) =>
    typeof data === 'object' && data !== null ? Reflect.get(data, 'image') : undefined,
  )
  const named = new Set([sent.get('image'), ...images].filter(isImageAddress))
  if (named.size > 0) for (const { source } of view.rows('images')) named.delete(source)
  return [...named]
}

const LONGEST_COST = 200

/** Converts a sent cost to the stored form: one text without tags; empty for no cost, for 0, and for other types. */
export function readCost(sent: unknown): string {
  const entries: readonly unknown[] = Array.isArray(sent) ? sent.slice(0, MOST_PRICES) : [sent]
  const texts = entries
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map((entry) => plainText(sentText(entry)))
    .filter((text) => text !== '')
  const text = texts.join(' - ')
  return text === '0' ? '' : text
}

function plainText(text: string): string {
  return text
    .slice(0, LONGEST_COST)
    .replace(/<[^<>]*>/g, '')
    .replace(/[<>]/g, '')
    .trim()
}
