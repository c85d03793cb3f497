/**
 * What the calendar stores: one dag-cbor block for each version of a record. Records name each other by
 * `uid`, never by the integer ids of the API, so that replicas that wrote apart can meet; and they hold what
 * was said (a wall clock and a zone), never what a host derives from it (an instant), so that the same
 * operations give the same blocks on every host.
 *
 * Texts are raw, as they were sent: they are rendered when they are read. Absent texts are `''`.
 */

/** 128 random bits in base32, given once. */
export type Uid = string

/** `YYYY-MM-DD hh:mm:ss`, without a zone. */
export type WallText = string

/**
 * Every status that a record may have. Spec: calendar document, section 3; calendar facts, section 10.
 * Stored rows of events hold places in this list: its order never changes, and a new status goes at its end.
 */
export const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const

export type Status = (typeof STATUSES)[number]

/** What events, venues and organizers have in common. */
export interface PostRecord {
  readonly uid: Uid
  readonly status: Status
  /** Id of the configured user it belongs to. */
  readonly author: number
  /** `''` for a draft that never had one. */
  readonly slug: string
  readonly description: string
  readonly excerpt: string
  /** Publication in site time. */
  readonly date: WallText
  /** Publication in UTC; `''` while it was never published. */
  readonly dateUtc: WallText | ''
  /** Last change in UTC; a new record has its publication here. */
  readonly modifiedUtc: WallText | ''
  readonly image: Uid | null
}

export interface EventRecord extends PostRecord {
  readonly title: string
  /** Wall clocks in the event's own zone. */
  readonly start: WallText
  readonly end: WallText
  /** As it was sent: an IANA name, an abbreviation or a fixed offset. */
  readonly timezone: string
  readonly allDay: boolean
  /** As it was sent, in one string. */
  readonly cost: string
  /** `null`: none was ever given, and the event's own page stands for it. */
  readonly website: string | null
  readonly showMap: boolean
  readonly showMapLink: boolean
  readonly hideFromListings: boolean
  readonly sticky: boolean
  readonly featured: boolean
  readonly venue: Uid | null
  readonly organizers: readonly Uid[]
  readonly categories: readonly Uid[]
  readonly tags: readonly Uid[]
  readonly parent: Uid | null
  readonly customFields: Readonly<Record<string, { readonly label: string; readonly value: string }>>
  /** `''` when it has none; the API cannot set one. */
  readonly password: string
}

export interface VenueRecord extends PostRecord {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly stateprovince: string
  readonly zip: string
  readonly phone: string
  readonly website: string
  readonly showMap: boolean
  readonly showMapLink: boolean
  /** Degrees in decimal notation, kept as text since floats print differently; `''` when unknown. */
  readonly latitude: string
  readonly longitude: string
}

export interface OrganizerRecord extends PostRecord {
  readonly name: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface TermRecord {
  readonly uid: Uid
  readonly name: string
  readonly slug: string
  readonly description: string
  /** Categories only; always `null` for tags. */
  readonly parent: Uid | null
}

/** A picture whose bytes are content of this node. */
export interface ImageRecord {
  readonly uid: Uid
  readonly author: number
  /** Root CID of the file, as text. */
  readonly cid: string
  /** Where it came from: the same URL is not fetched twice. */
  readonly source: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly date: WallText
}

/** A record for each collection. */
export interface Records {
  readonly events: EventRecord
  readonly venues: VenueRecord
  readonly organizers: OrganizerRecord
  readonly categories: TermRecord
  readonly tags: TermRecord
  readonly images: ImageRecord
}

export type Collection = keyof Records
