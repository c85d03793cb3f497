import type { CalendarView } from '../model/calendar.ts'
import type { PostRecord } from '../model/records.ts'
import { UNPUBLISHED } from '../model/status.ts'
import { slugOf, uniqueSlug } from '../text/slug.ts'

export interface SlugOptions {
  readonly collection: 'events' | 'venues' | 'organizers'
  /** Absent for a new record. */
  readonly id: number | undefined
  /** The slug as sent. */
  readonly sent: string | undefined
  /** The text that the slug is made from when none is sent. */
  readonly name: string
  readonly status: PostRecord['status']
  readonly previous: Pick<PostRecord, 'status' | 'slug'> | undefined
}

const TRASHED = /__trashed(?:-\d+)?$/

/** Words that public addresses use themselves. */
const RESERVED = ['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']

/**
 * The slug after a request. Events get one when they are published. In the trash a slug gets a suffix, numbered if
 * that is taken too, which frees it for other records. Where neither slug nor name gives one, it is the id; `''` as
 * long as there is no id. Spec: calendar facts, 9.6 and 10.
 */
export function mergeSlug(view: Pick<CalendarView, 'idBySlug' | 'row'>, options: SlugOptions): string {
  const { collection, id, status, previous } = options
  const kept = previous?.slug.replace(previous.status === 'trash' ? TRASHED : /^$/, '') ?? ''
  const wanted = options.sent === undefined ? kept : slugOf(options.sent)
  if (status === 'trash' && previous) {
    const isHeld = (slug: string) => (view.idBySlug(collection, slug) ?? id) !== id
    // Not cut, so that a restored record gets the whole slug back.
    return uniqueSlug(`${wanted}__trashed`, isHeld, Number.POSITIVE_INFINITY)
  }
  const isDraft = UNPUBLISHED.includes(status)
  if (isDraft && collection === 'events') return wanted
  const isTaken = (slug: string) => {
    const holder = view.idBySlug(collection, slug)
    const isFree = holder === undefined || holder === id || view.row(collection, holder)?.status === 'trash'
    return RESERVED.includes(slug) || !isFree
  }
  const base = wanted || slugOf(options.name) || String(id ?? '')
  return base === '' ? '' : uniqueSlug(base, isTaken)
}
