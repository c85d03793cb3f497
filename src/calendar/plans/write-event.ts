import type { EventRecord } from '../model/event.ts'
import type { Uid } from '../model/records.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { toFlag } from '../rest/resources/values.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextTimes } from '../rules/event-times.ts'
import { readCost } from '../text/cost.ts'
import { linkedOrganizers, linkedVenue } from './linked-posts.ts'
import { namedTerms } from './named-terms.ts'
import { nextPost } from './next-post.ts'
import { text } from './sent-text.ts'

export interface WriteEventOptions {
  readonly scope: WriteScope
  /** Absent for a new event. */
  readonly id: number | undefined
  readonly previous?: EventRecord | undefined
}

/** An event after a request; what is not sent stays. Spec: calendar facts, section 9. */
export async function nextEvent(
  sent: SentParameters,
  { scope, id, previous }: WriteEventOptions,
): Promise<Omit<EventRecord, 'uid'>> {
  const title = text(sent, 'title', previous?.title)
  const times = nextTimes(sent, { scope, previous })
  const venue = await linkedVenue(sent.get('venue'), { scope, previous: previous?.venue ?? null })
  const organizers = await linkedOrganizers(sent.get('organizer'), {
    scope,
    previous: previous?.organizers ?? [],
  })
  return {
    ...nextPost(sent, { collection: 'events', id, name: title, scope, previous }),
    ...times,
    title,
    cost: sent.has('cost') ? readCost(sent.get('cost')) : (previous?.cost ?? ''),
    website: nextWebsite(sent.get('website'), previous),
    ...flags(sent, previous),
    venue,
    organizers,
    categories: nextTerms('categories', { sent, scope, previous }),
    tags: nextTerms('tags', { sent, scope, previous }),
    parent: previous?.parent ?? null,
    customFields: previous?.customFields ?? {},
    password: previous?.password ?? '',
  }
}

/** The event's own page stands for a website as long as none was ever given or taken away. */
function nextWebsite(value: unknown, previous: EventRecord | undefined): string | null {
  if (value === undefined) return previous?.website ?? null
  if (typeof value === 'string' && value !== '') return value
  return previous ? '' : null
}

function flags(sent: SentParameters, previous: EventRecord | undefined) {
  const flag = (name: string, before = false) => toFlag(sent.get(name)) ?? before
  return {
    showMap: flag('show_map', previous?.showMap),
    showMapLink: flag('show_map_link', previous?.showMapLink),
    hideFromListings: flag('hide_from_listings', previous?.hideFromListings),
    sticky: flag('sticky', previous?.sticky),
    featured: flag('featured', previous?.featured),
  }
}

interface TermsOptions {
  readonly sent: SentParameters
  readonly scope: WriteScope
  readonly previous: EventRecord | undefined
}

function nextTerms(
  collection: 'categories' | 'tags',
  { sent, scope, previous }: TermsOptions,
): readonly Uid[] {
  const value = sent.get(collection) ?? null
  return value === null ? (previous?.[collection] ?? []) : namedTerms(value, { collection, scope })
}
