import type { EventRecord } from '../../../src/calendar/model/event.ts'
import type { OrganizerRecord, VenueRecord } from '../../../src/calendar/model/places.ts'
import type { TermRecord } from '../../../src/calendar/model/records.ts'

const POST = {
  status: 'publish',
  author: 1,
  slug: '',
  description: '',
  excerpt: '',
  date: '2027-03-15 10:00:00',
  dateUtc: '2027-03-15 10:00:00',
  modifiedUtc: '2027-03-15 10:00:00',
  image: null,
} as const

/** A published event of two hours, with the fields that matter to a test. */
export function eventRecord(options: Partial<EventRecord> = {}): Omit<EventRecord, 'uid'> {
  return {
    ...POST,
    title: 'Ev',
    start: '2027-05-01 10:00:00',
    end: '2027-05-01 12:00:00',
    timezone: 'UTC',
    allDay: false,
    cost: '',
    website: null,
    showMap: false,
    showMapLink: false,
    hideFromListings: false,
    sticky: false,
    featured: false,
    venue: null,
    organizers: [],
    categories: [],
    tags: [],
    parent: null,
    customFields: {},
    password: '',
    ...options,
  }
}

export function venueRecord(options: Partial<VenueRecord> = {}): Omit<VenueRecord, 'uid'> {
  return {
    ...POST,
    name: 'Alpha Hall',
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    stateprovince: '',
    zip: '',
    phone: '',
    website: '',
    showMap: true,
    showMapLink: true,
    latitude: '',
    longitude: '',
    ...options,
  }
}

export function organizerRecord(options: Partial<OrganizerRecord> = {}): Omit<OrganizerRecord, 'uid'> {
  return { ...POST, name: 'Ann', phone: '', website: '', email: '', ...options }
}

export function termRecord(options: Partial<TermRecord> = {}): Omit<TermRecord, 'uid'> {
  return { name: 'Music', slug: 'music', description: '', parent: null, ...options }
}
