import type { Item } from '../../model/calendar.ts'
import type { EventRecord } from '../../model/event.ts'
import { formatCost } from '../../text/cost.ts'
import { jsonLdText, renderContent, renderTitle } from '../../text/render.ts'
import { toInstant, type WallText } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import type { Scope } from '../scope.ts'
import { eventMoments } from './event-moments.ts'
import type { LinkedRecords } from './linked-records.ts'
import { imageAddress } from './print-image.ts'
import { personOf, placeOf } from './print-places.ts'
import { postAddress } from './print-post.ts'

export interface EventJsonLdOptions {
  readonly scope: Scope
  readonly linked: LinkedRecords
}

/** An event for search engines. Spec: calendar facts, section 2.3. */
export function eventJsonLd(item: Item<'events'>, { scope, linked }: EventJsonLdOptions): object {
  const { id, record } = item
  const url = postAddress(scope, { collection: 'events', id, ...record })
  const { startMs, endMs } = eventMoments(record, scope)
  const image = record.image === null ? undefined : linked.images.get(record.image)
  const venue = record.venue === null ? undefined : linked.venues.get(record.venue)
  const [organizer] = record.organizers.flatMap((uid) => linked.organizers.get(uid) ?? [])
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: renderTitle(record.title),
    description: jsonLdText(renderContent(record.excerpt || record.description)),
    ...(image && { image: imageAddress(scope, image) }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: withOffset(record.start, startMs),
    endDate: withOffset(record.end, endMs),
    ...(venue && { location: placeOf(venue, { scope, linked }) }),
    ...(organizer && { organizer: personOf(organizer, { scope, linked }) }),
    ...offer(record, url),
    performer: 'Organization',
  }
}

function offer(record: EventRecord, url: string): object {
  const { cost, details } = formatCost(record.cost)
  if (cost === '') return {}
  return {
    offers: {
      '@type': 'Offer',
      ...pricesOf(details.values),
      priceCurrency: 'USD',
      url,
      category: 'primary',
      availability: 'inStock',
      validFrom: `${record.date.slice(0, 10)}T00:00:00+00:00`,
    },
  }
}

/** The lowest price as a number, and both ends where there are several; nothing for a cost in words. */
function pricesOf(values: readonly string[]): object {
  const numbers = values.map((value) => (value === 'free' ? 0 : Number(value)))
  const [price = Number.NaN] = numbers
  const maxPrice = numbers.at(-1) ?? price
  if (numbers.some(Number.isNaN)) return {}
  if (numbers.length === 1) return { price }
  return { price, priceSpecification: { '@type': 'PriceSpecification', minPrice: price, maxPrice } }
}

/** `2027-04-01T18:00:00-04:00`. */
function withOffset(wall: WallText, instantMs: number): string {
  const minutes = Math.round((toInstant(wall, UTC) - instantMs) / 60_000)
  const part = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${part(Math.trunc(size / 60))}:${part(size % 60)}`
}
