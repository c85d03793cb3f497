import type { CalendarView } from '../model/calendar.ts'
import type { PostRecord } from '../model/records.ts'
import { UNPUBLISHED } from '../model/status.ts'
import { slugOf, uniqueSlug } from '../text/slug.ts'

export interface SlugOptions {
  readonly collection: 'events' | 'venues' | 'organizers'
  /** Absent for one that is new: it has none yet. */
  readonly id: number | undefined
  /** As it was sent. */
  readonly sent: string | undefined
  /** What the slug is made of when none is sent. */
  readonly name: string
  readonly status: PostRecord['status']
  readonly previous: Pick<PostRecord, 'status' | 'slug'> | undefined
}

const TRASHED = /__trashed(?:-\d+)?$/

/** Words that addresses need for themselves. */
const RESERVED = ['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']

/**
 * The slug after a request. Events have none until they are published; in the trash a slug carries a suffix,
 * numbered where another one there has it, so that others may have it; nothing that a slug could be made of leaves the id, and an empty slug as long as there
 * is no id. Spec: calendar facts, 9.6 and 10.
 */
export function nextSlug(view: Pick<CalendarView, 'idBySlug' | 'row'>, options: SlugOptions): string {
  const { collection, id, status, previous } = options
  const kept = previous?.slug.replace(previous.status === 'trash' ? TRASHED : /^$/, '') ?? ''
  const wanted = options.sent === undefined ? kept : slugOf(options.sent)
  if (status === 'trash' && previous) {
    const isHeld = (slug: string) => (view.idBySlug(collection, slug) ?? id) !== id
    return uniqueSlug(`${wanted}__trashed`, isHeld)
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
