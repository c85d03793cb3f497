import type { EventSelection } from '../../model/selection.ts'
import type { SentParameters } from '../read/read-query.ts'

/**
 * The words that order a list of events. They are other words than the original's API of the same kind has,
 * since there `orderby=title` and `order=desc` are accepted and do nothing, which clients may count on.
 */
const ORDERS: ReadonlyMap<string, NonNullable<EventSelection['orderBy']>> = new Map([
  ['event_date', 'start'],
  ['event_published', 'date'],
  ['event_title', 'title'],
  ['event_id', 'id'],
  ['event_distance', 'distance'],
  ['include', 'include'],
])

/**
 * By start and then publication unless a known word is sent; what is asked for by `include` by publication alone.
 * Spec: calendar facts, sections 8.5 and 8.6.
 */
export function eventOrder(sent: SentParameters): Pick<EventSelection, 'orderBy' | 'descending'> {
  const orderBy = ORDERS.get(String(sent.get('orderby')).toLowerCase())
  if (!orderBy) return (sent.get('include') ?? null) === null ? {} : { orderBy: 'date' }
  return { orderBy, descending: String(sent.get('order')).toLowerCase() === 'desc' }
}
