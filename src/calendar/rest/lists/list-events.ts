import type { Answer } from '../match-route.ts'
import { printPosts } from '../print/print-posts.ts'
import type { SentParameters } from '../read/read-parameters.ts'
import { toList } from '../resources/parameter.ts'
import { rootUrl, type Scope } from '../scope.ts'
import { eventFilters, eventOrder, eventWindow } from './event-selection.ts'
import { listAnswer, pageCount, refuseMissingPage, requestedPage, requestedStatuses } from './list-page.ts'

/** Filters that links repeat as sent, in wire order. */
const KEPT = [
  'search',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
  'status',
  'post_parent',
  'include',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'strict_dates',
  'venue',
  'organizer',
  'featured',
  'categories',
  'tags',
  'orderby',
  'order',
] as const

/** A page of events. Spec: calendar facts, section 8. */
export async function listEvents(sent: SentParameters, scope: Scope): Promise<Answer> {
  const { view, signal } = scope
  const page = requestedPage(sent, scope)
  const { statuses, shown: status } = requestedStatuses(sent, scope)
  const { bounds, shown, sendable } = eventWindow(sent, scope)
  const { ids, total } = await view.selectEvents(
    {
      statuses,
      offset: page.offset,
      limit: page.perPage,
      ...bounds,
      ...eventFilters(sent, scope),
      ...eventOrder(sent),
    },
    { signal },
  )
  refuseMissingPage('event', { page: page.page, totalPages: pageCount(total, page) })
  const { start_date, end_date, ...others } = shown
  const kept = KEPT.map((name) => [name, printed(sent.get(name))])
  return listAnswer({
    entries: {
      events: await printPosts('events', ids, {
        scope,
        isSingle: false,
        isOpen: false,
        password: sent.get('password'),
      }),
    },
    address: `${rootUrl(scope)}/events/`,
    parameters: { start_date, end_date, ...Object.fromEntries(kept), ...others, status },
    turned: sendable,
    page,
    total,
  })
}

function printed(value: unknown): unknown {
  return Array.isArray(value) ? toList(value) : value
}
