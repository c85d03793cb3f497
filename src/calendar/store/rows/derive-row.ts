import type { Collection, PostRecord, Records, Uid } from '../../model/records.ts'
import type { Rows } from '../../model/rows.ts'
import { fold } from '../../text/fold.ts'
import { toInstant, type WallText } from '../../time/wall-clock.ts'
import { parseZone, UTC, type Zone } from '../../time/zone.ts'

/** Lookups for the parts of a row that are not in its record: ids of this node, instants, folded texts. */
export interface DerivedIndexes {
  /** Converts a wall clock in a zone, named as in records, to milliseconds since 1970. */
  instantOf(wall: WallText, timezone: string): number
  /** Lower case, without accents. */
  fold(text: string): string
  /** The id of a record; 0 when there is none. */
  idOf(collection: Collection, uid: Uid | null): number
}

type Derive = {
  readonly [C in Collection]: (id: number, record: Records[C], indexes: DerivedIndexes) => Rows[C]
}

const DERIVE: Derive = {
  events: (id, record, { instantOf, idOf }) => {
    const { start, end, timezone } = record
    const startMs = instantOf(start, timezone)
    return {
      ...postColumns(id, record),
      start,
      startMs,
      endMs: Math.max(startMs, instantOf(end, timezone)),
      hideFromListings: record.hideFromListings,
      parent: idOf('events', record.parent),
      ...linkColumns(record, idOf),
      ...(record.password !== '' && LOCKED),
    }
  },
  venues: (id, record, { fold }) => {
    const { name, description, excerpt, address, city, province, state, stateprovince, zip, phone } = record
    const position = positionOf(record)
    return {
      ...postColumns(id, record),
      name: name.toLowerCase(),
      text: folded(
        [name, description, excerpt, address, city, province, state, stateprovince, zip, phone],
        fold,
      ),
      ...(position && { position }),
    }
  },
  organizers: (id, record, { fold }) => {
    const { name, description, excerpt, phone, email, website } = record
    return {
      ...postColumns(id, record),
      name: name.toLowerCase(),
      text: folded([name, description, excerpt, phone, email, website], fold),
    }
  },
  categories: (id, { uid, slug, name, description, parent }, { idOf }) => {
    return { id, uid, slug, name, description, parent: idOf('categories', parent) }
  },
  tags: (id, { uid, slug, name, description }) => ({ id, uid, slug, name, description, parent: 0 }),
  images: (id, { uid, source }) => ({ id, uid, slug: '', source }),
}

/** Derives the row of a record. */
export function deriveRow<C extends Collection>(
  collection: C,
  { id, record }: { readonly id: number; readonly record: Records[C] },
  indexes: DerivedIndexes,
): Rows[C] {
  return DERIVE[collection](id, record, indexes)
}

/**
 * The search text of an event, up to 24,000 bytes: the title on a line of its own, then excerpt and description.
 * With a password it is the title alone, which is all that lists show.
 */
export function eventText(
  { title, excerpt, description, password }: Records['events'],
  { fold }: Pick<DerivedIndexes, 'fold'>,
): string {
  const rest = password === '' ? folded([excerpt, description], fold) : ''
  return cut(`${fold(title).replaceAll('\n', ' ')}\n${rest}`)
}

type LinkColumns =
  | 'allDay'
  | 'featured'
  | 'hasPassword'
  | 'venue'
  | 'organizers'
  | 'categories'
  | 'tags'
  | 'image'

/**
 * Replaces links and flags of an event with a password, so that no filter or search reveals them. Terms stay: they
 * count the event, as on recorded servers.
 */
const LOCKED = { allDay: false, featured: false, hasPassword: true, venue: 0, organizers: [], image: 0 }

/** The ids of linked records. Unknown uids are left out. */
function linkColumns(
  record: Records['events'],
  idOf: DerivedIndexes['idOf'],
): Pick<Rows['events'], LinkColumns> {
  const ids = (collection: Collection, uids: readonly Uid[]) =>
    uids.map((uid) => idOf(collection, uid)).filter((linked) => linked !== 0)
  return {
    allDay: record.allDay,
    featured: record.featured,
    hasPassword: false,
    venue: idOf('venues', record.venue),
    organizers: ids('organizers', record.organizers),
    categories: ids('categories', record.categories),
    tags: ids('tags', record.tags),
    image: idOf('images', record.image),
  }
}

function folded(texts: readonly string[], fold: (text: string) => string): string {
  return cut(fold(texts.filter((text) => text !== '').join('\n')))
}

/** Longest search text. 64 of them are one stored value, whose size is limited. */
const MOST_BYTES = 24_000
const SCRATCH = new Uint8Array(MOST_BYTES)
const ENCODER = new TextEncoder()

/** Cuts a text to the limit. A UTF-16 code unit takes at most three bytes. */
function cut(text: string): string {
  if (text.length * 3 <= MOST_BYTES) return text
  return text.slice(0, ENCODER.encodeInto(text, SCRATCH).read)
}

function postColumns(id: number, { uid, slug, status, author, date }: PostRecord) {
  return { id, uid, slug, status, author, date }
}

function positionOf({ latitude, longitude }: Records['venues']) {
  if (latitude === '' || longitude === '') return undefined
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180
  return isOnEarth ? position : undefined
}

/** Maximum number of cached zones: more than there are zone names. */
const MAX_ZONES = 2048

/** Creates the lookups that depend on zones. An unknown or empty zone name means the site's zone. */
export function createDerivedIndexes(siteZone: Zone = UTC): Pick<DerivedIndexes, 'fold' | 'instantOf'> {
  const zones = new Map<string, Zone>()
  const zoneOf = (name: string) => {
    const held = zones.get(name)
    if (held) return held
    const zone = parseZone(name, siteZone) ?? siteZone
    if (zones.size < MAX_ZONES) zones.set(name, zone)
    return zone
  }

  return {
    fold,
    instantOf: (wall, timezone) => toInstant(wall, zoneOf(timezone)),
  }
}
