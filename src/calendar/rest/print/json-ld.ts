import type { CalendarItem } from '../../model/calendar.ts'
import type { EventRecord } from '../../model/event.ts'
import type { VenueRecord } from '../../model/places.ts'
import { formatCost } from '../../text/cost.ts'
import { jsonLdText, renderContent, renderTitle } from '../../text/render.ts'
import { plainLine } from '../../text/sanitize.ts'
import { toInstant, type WallText } from '../../time/wall-clock.ts'
import { UTC } from '../../time/zone.ts'
import type { WireImage } from '../../wire.ts'
import { withoutEmptyTexts } from './print-post.ts'

/** The parts of an event's JSON-LD that do not come from its record. */
export interface EventJsonLdOptions {
  /** Address of the public page. */
  readonly url: string
  readonly startMs: number
  readonly endMs: number
  readonly image: WireImage | undefined
  /** {@link printPlace} of its venue. */
  readonly location: object | undefined
  /** {@link personOf} of its first organizer. */
  readonly organizer: object | undefined
}

/** The JSON-LD of an event, for search engines. Spec: calendar facts, section 2.3. */
export function eventJsonLd(
  record: EventRecord,
  { url, startMs, endMs, image, location, organizer }: EventJsonLdOptions,
): object {
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: renderTitle(record.title),
    description: jsonLdText(renderContent(record.excerpt || record.description)),
    ...(image && { image: image.url }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: withOffset(record.start, startMs),
    endDate: withOffset(record.end, endMs),
    ...(location && { location }),
    ...(organizer && { organizer }),
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

/** The lowest price as a number, and the range when there are several; nothing for a cost in words. */
function pricesOf(values: readonly string[]): object {
  const numbers = values.map((value) => (value === 'free' ? 0 : Number(value)))
  const [price = Number.NaN] = numbers
  const maxPrice = numbers.at(-1) ?? price
  if (numbers.some(Number.isNaN)) return {}
  if (numbers.length === 1) return { price }
  return { price, priceSpecification: { '@type': 'PriceSpecification', minPrice: price, maxPrice } }
}

/** A wall clock with its UTC offset: `2027-04-01T18:00:00-04:00`. */
function withOffset(wall: WallText, instantMs: number): string {
  const minutes = Math.round((toInstant(wall, UTC) - instantMs) / 60_000)
  const part = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${part(Math.trunc(size / 60))}:${part(size % 60)}`
}

/** The JSON-LD of a venue. Spec: calendar facts, section 2.3. */
export function printPlace({ record }: CalendarItem<'venues'>, image: WireImage | undefined): object {
  return {
    '@type': 'Place',
    name: renderTitle(record.name),
    description: jsonLdText(renderContent(record.description)),
    ...(image && { image: image.url }),
    url: '',
    address: {
      '@type': 'PostalAddress',
      ...withoutEmptyTexts({
        streetAddress: plainLine(record.address),
        addressLocality: plainLine(record.city),
        addressRegion: stateOrProvince(record),
        postalCode: plainLine(record.zip),
        addressCountry: plainLine(record.country),
      }),
    },
    telephone: plainLine(record.phone),
    sameAs: record.website,
  }
}

/** The JSON-LD of an organizer. Spec: calendar facts, section 2.3. */
export function personOf({ record }: CalendarItem<'organizers'>, image: WireImage | undefined): object {
  return {
    '@type': 'Person',
    name: renderTitle(record.name),
    description: jsonLdText(renderContent(record.description)),
    ...(image && { image: image.url }),
    url: record.website,
    telephone: plainLine(record.phone),
    email: plainLine(record.email),
    sameAs: record.website,
  }
}

/**
 * The value sent as `stateprovince`; else the state in countries with states; else the province. Plain text.
 * Derived on every read.
 */
export function stateOrProvince({ stateprovince, country, state, province }: VenueRecord): string {
  if (stateprovince !== '') return plainLine(stateprovince)
  const hasStates = ['', 'us', 'united states'].includes(country.toLowerCase())
  return plainLine(state !== '' && hasStates ? state : province)
}
