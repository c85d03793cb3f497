import type { CalendarItem } from '../../model/calendar.ts'
import { type Field, type FieldTable, isInitial } from '../../model/field.ts'
import type { ImageRecord, PostRecord, Uid } from '../../model/records.ts'
import { type Dimensions, sizedName, sizePath, sizes, sizeType } from '../../pictures/sizes.ts'
import { mayRead } from '../../rules/rights.ts'
import { plainLine } from '../../text/sanitize.ts'
import { toInstant, toWall, type WallText } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import type { VerbatimFields, WireImage, WireImageSize } from '../../wire.ts'
import type { Scope } from '../scope.ts'

export interface PostPartsOptions {
  readonly collection: 'events' | 'venues' | 'organizers'
  readonly id: number
  readonly record: PostRecord
  readonly linked: Pick<LinkedRecords, 'images'>
}

/**
 * The fields that events, venues and organizers share, in parts: the order of keys differs between them. Spec:
 * calendar facts, section 2.
 */
export function postParts(scope: Scope, { collection, id, record, linked }: PostPartsOptions) {
  const image = record.image === null ? undefined : linked.images.get(record.image)
  const { dateUtc, modifiedUtc } = record
  const isUnchanged = ['', dateUtc].includes(modifiedUtc)
  const globalId = `${scope.baseUrl.replace(/^[a-z]+:\/\//, '')}?id=${id}`
  return {
    head: {
      author: String(record.author),
      status: record.status,
      date: record.date,
      date_utc: printWall(dateUtc),
      modified: isUnchanged ? record.date : toWall(toInstant(modifiedUtc, UTC), scope.siteZone),
      modified_utc: printWall(modifiedUtc),
      url: postAddress(scope, { collection, id, ...record }),
    },
    image: image && printImage(scope, image),
    /** Ids that are unique across sites: `example.org?id=7`. */
    globalIds: { global_id: globalId, global_id_lineage: [globalId] },
  }
}

/**
 * The fields of a record that answers print unchanged, in the order of their table, without extensions that have
 * their initial values: recorded clients do not know them.
 */
export function verbatimFields<F extends FieldTable>(table: F, record: object): VerbatimFields<F> {
  const shown = Object.entries<Field>(table).flatMap(([name, field]) => {
    const { shows, wire, extension } = field
    const value: unknown = Reflect.get(record, name)
    if (extension && isInitial(field, value)) return []
    return shows && wire ? [[wire, shows === 'line' ? plainLine(String(value)) : value] as const] : []
  })
  return Object.fromEntries(shown) as VerbatimFields<F>
}

/** The date on the wire of a record that was never published. */
const NEVER = '0000-00-00 00:00:00'

/** A date of a record for the wire. */
function printWall(text: WallText | ''): string {
  return text === '' ? NEVER : text
}

/** Words of public addresses, by collection. */
const WORDS = {
  events: { path: 'event', type: 'cal_events' },
  venues: { path: 'venue', type: 'cal_venue' },
  organizers: { path: 'organizer', type: 'cal_organizer' },
} as const

export interface PostAddress extends Pick<PostRecord, 'status' | 'slug' | 'author'> {
  readonly collection: keyof typeof WORDS
  readonly id: number
}

/** Address of the public page: by slug if the record is public under it, else by id. */
export function postAddress({ baseUrl, actor }: Pick<Scope, 'baseUrl' | 'actor'>, post: PostAddress): string {
  const { path, type } = WORDS[post.collection]
  const hasPage = ['publish', 'private'].includes(post.status) && mayRead(actor, post)
  const isPretty = post.slug !== '' && hasPage
  return isPretty ? `${baseUrl}/${path}/${post.slug}/` : `${baseUrl}/?post_type=${type}&p=${post.id}`
}

/** The entries without empty texts: venues and organizers leave these out. */
export function withoutEmptyTexts<T extends object>(entries: T): Partial<T> {
  const texts: Partial<T> = { ...entries }
  for (const name in entries) if (entries[name] === '') delete texts[name]
  return texts
}

type PrintScope = Pick<Scope, 'baseUrl' | 'makesSizes'>

/**
 * A picture for the wire. Its address is a gateway path with the picture's CID. A size is made when its address is
 * read, so its length is unknown here. On a host that resizes no pictures, the addresses of sizes give the
 * original, marked by `original`. Spec: calendar facts, section 2.2.
 */
function printImage(scope: PrintScope, item: CalendarItem<'images'>): WireImage {
  const { id, record } = item
  const print = scope.makesSizes ? madeSize : originalAsSize
  const shown = Object.entries(sizes({ width: record.width, height: record.height })).map(
    ([name, dimensions]) => [name, print(record, { scope, name, dimensions })],
  )
  return {
    url: imageAddress(scope, item),
    id,
    extension: record.name.slice(record.name.lastIndexOf('.') + 1),
    width: record.width,
    height: record.height,
    filesize: record.bytes,
    ...(shown.length > 0 && { sizes: Object.fromEntries(shown) }),
  }
}

interface SizeOptions {
  readonly scope: PrintScope
  readonly name: string
  readonly dimensions: Dimensions
}

function madeSize(
  { cid, name: file, type }: ImageRecord,
  { scope, name: size, dimensions }: SizeOptions,
): WireImageSize {
  const url = scope.baseUrl + sizePath({ cid, size, name: sizedName(file, dimensions) })
  return { ...dimensions, 'mime-type': sizeType(type), url }
}

function originalAsSize(
  { cid, name, type, bytes }: ImageRecord,
  { scope, dimensions }: SizeOptions,
): WireImageSize {
  const url = contentAddress(scope, { cid, name: sizedName(name, dimensions) })
  return { ...dimensions, 'mime-type': type, filesize: bytes, url, original: true }
}

/** Address of the original picture. */
export function imageAddress(scope: Pick<Scope, 'baseUrl'>, { record }: CalendarItem<'images'>): string {
  return contentAddress(scope, record)
}

function contentAddress(
  { baseUrl }: Pick<Scope, 'baseUrl'>,
  { cid, name }: { readonly cid: string; readonly name: string },
): string {
  return `${baseUrl}/ipfs/${cid}?filename=${encodeURIComponent(name)}`
}

/** The records that a page of records links to, read once for the whole page. */
export interface LinkedRecords {
  readonly venues: ReadonlyMap<Uid, CalendarItem<'venues'>>
  readonly organizers: ReadonlyMap<Uid, CalendarItem<'organizers'>>
  readonly images: ReadonlyMap<Uid, CalendarItem<'images'>>
}
