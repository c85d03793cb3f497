import type { WireOrganizer, WireTerm, WireVenue } from '../../../../src/calendar/wire.ts'
import { type CountedText, counted } from '../../language/counted.ts'
import { calendarApi } from '../calendar-api.ts'
import { calendarTexts } from '../calendar-texts.ts'
import { plainLines, plainText } from '../plain-text.ts'
import { statusText } from '../status-text.ts'
import type { Managed } from './parts.ts'

/** A field of the form, by its name in the API. */
export interface ManagedField {
  readonly label: string
  readonly type: 'text' | 'email' | 'url' | 'tel' | 'lines' | 'file'
}

/** A venue, an organizer, a category or a tag. */
export interface ManagedEntry {
  readonly id: number
  readonly name: string
  /** A line about it; may be empty. */
  readonly about: string
  /** The texts of its form, by field. */
  readonly values: Readonly<Record<string, string>>
  readonly hasPicture: boolean
}

/** The texts of the page about a kind. */
export interface KindWords {
  /** calendarTexts.newVenue. */
  readonly add: string
  readonly none: string
  readonly count: CountedText
  /** How many events have an entry. */
  readonly users: CountedText
  readonly unused: string
}

export interface Kind {
  readonly words: KindWords
  /** The field with the name, which is required. */
  readonly nameField: string
  readonly fields: Readonly<Record<string, ManagedField>>
  /** The parameter by which a list of events asks for those that use an entry. */
  readonly filter: string
  /** True if a removed entry goes to the trash; a term is gone at once. */
  readonly hasTrash: boolean
  entries(signal: AbortSignal): Promise<EntryList>
}

export interface EntryList {
  readonly entries: readonly ManagedEntry[]
  /** May be more than the number of entries. */
  readonly total: number
}

const WEB = { label: calendarTexts.website, type: 'url' } as const
const PHONE = { label: calendarTexts.phone, type: 'tel' } as const
const ABOUT = { label: calendarTexts.description, type: 'lines' } as const
const PICTURE = { label: calendarTexts.picture, type: 'file' } as const

const term = (words: KindWords, filter: 'categories' | 'tags'): Kind => ({
  words,
  nameField: 'name',
  fields: { name: { label: calendarTexts.name, type: 'text' }, description: ABOUT },
  filter,
  hasTrash: false,
  entries: (signal) => listed<WireTerm>(filter, { query: { hide_empty: 'false' }, signal }, termEntry),
})

/** The differences between the kinds. Field names are those of the API. */
export const KINDS: Readonly<Record<Managed, Kind>> = {
  venues: {
    words: {
      add: calendarTexts.newVenue,
      none: calendarTexts.noVenues,
      count: calendarTexts.venueCount,
      users: calendarTexts.usersOfVenue,
      unused: calendarTexts.unusedVenue,
    },
    nameField: 'venue',
    fields: {
      venue: { label: calendarTexts.name, type: 'text' },
      address: { label: calendarTexts.address, type: 'text' },
      zip: { label: calendarTexts.postalCode, type: 'text' },
      city: { label: calendarTexts.city, type: 'text' },
      country: { label: calendarTexts.country, type: 'text' },
      phone: PHONE,
      website: WEB,
      description: ABOUT,
      image: PICTURE,
    },
    filter: 'venue',
    hasTrash: true,
    entries: (signal) => listed<WireVenue>('venues', { query: {}, signal }, venueEntry),
  },
  organizers: {
    words: {
      add: calendarTexts.newOrganizer,
      none: calendarTexts.noOrganizers,
      count: calendarTexts.organizerCount,
      users: calendarTexts.usersOfOrganizer,
      unused: calendarTexts.unusedOrganizer,
    },
    nameField: 'organizer',
    fields: {
      organizer: { label: calendarTexts.name, type: 'text' },
      email: { label: calendarTexts.email, type: 'email' },
      phone: PHONE,
      website: WEB,
      description: ABOUT,
      image: PICTURE,
    },
    filter: 'organizer',
    hasTrash: true,
    entries: (signal) => listed<WireOrganizer>('organizers', { query: {}, signal }, organizerEntry),
  },
  categories: term(
    {
      add: calendarTexts.newCategory,
      none: calendarTexts.noCategories,
      count: calendarTexts.categoryCount,
      users: calendarTexts.usersOfCategory,
      unused: calendarTexts.unusedCategory,
    },
    'categories',
  ),
  tags: term(
    {
      add: calendarTexts.newTag,
      none: calendarTexts.noTags,
      count: calendarTexts.tagCount,
      users: calendarTexts.usersOfTag,
      unused: calendarTexts.unusedTag,
    },
    'tags',
  ),
}

/** Maximum number of pages of 50 entries that are read. */
const MOST_PAGES = 4

interface ListOptions {
  readonly query: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

async function listed<T>(
  collection: Managed,
  { query, signal }: ListOptions,
  entryOf: (wire: T) => ManagedEntry,
): Promise<EntryList> {
  const entries: ManagedEntry[] = []
  for (let page = 1; ; page += 1) {
    const asked = { ...query, per_page: '50', page: String(page) }
    const read = await calendarApi.page<T>(collection, asked, signal)
    entries.push(...read.entries.map(entryOf))
    if (page >= Math.min(read.totalPages, MOST_PAGES)) return { entries, total: read.total }
  }
}

function venueEntry(wire: WireVenue): ManagedEntry {
  const { id, venue, address = '', zip = '', city = '', country = '', phone = '', website = '' } = wire
  const plain = texts({ venue, address, zip, city, country, phone, website })
  const about = [plain['address'], plain['city'], plain['country']].filter((part) => part !== '').join(', ')
  return entry(id, { name: venue, about, wire, plain })
}

function organizerEntry(wire: WireOrganizer): ManagedEntry {
  const { id, organizer, email = '', phone = '', website = '' } = wire
  const plain = texts({ organizer, email, phone, website })
  return entry(id, { name: organizer, about: plain['email'] ?? '', wire, plain })
}

interface EntryParts {
  readonly name: string
  readonly about: string
  readonly wire: WireVenue | WireOrganizer
  readonly plain: Readonly<Record<string, string>>
}

function entry(id: number, { name, about, wire, plain }: EntryParts): ManagedEntry {
  return {
    id,
    name: plainText(name),
    about: [about, ...(wire.status === 'publish' ? [] : [statusText(wire.status)])]
      .filter((part) => part !== '')
      .join(' · '),
    values: { ...plain, description: plainLines(wire.description ?? '') },
    hasPicture: wire.image !== undefined,
  }
}

function termEntry({ id, name, description, count }: WireTerm): ManagedEntry {
  return {
    id,
    name: plainText(name),
    about: counted(calendarTexts.publishedEvents, count),
    values: { name: plainText(name), description: plainText(description) },
    hasPicture: false,
  }
}

function texts(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, html]) => [name, plainText(html)]))
}
