import type { VenueRecord } from '../model/places.ts'
import type { PostRecord } from '../model/records.ts'
import type { SentParameters } from '../rest/read/read-query.ts'
import { isTruthy } from '../rest/resources/values.ts'
import type { WriteScope } from '../rest/scope.ts'
import { nextPost } from './next-post.ts'
import { text } from './sent-text.ts'

/** A venue after a request; what is not sent stays. Spec: calendar facts, sections 3 and 11. */
export function nextVenue(
  sent: SentParameters,
  options: {
    readonly scope: WriteScope
    readonly id: number | undefined
    readonly previous?: VenueRecord | undefined
  },
): Omit<VenueRecord, 'uid'> {
  const { previous } = options
  const name = text(sent, 'venue', previous?.name)
  const post: Omit<PostRecord, 'uid'> = nextPost(sent, { ...options, collection: 'venues', name })
  return {
    ...post,
    name,
    address: text(sent, 'address', previous?.address),
    city: text(sent, 'city', previous?.city),
    country: text(sent, 'country', previous?.country),
    province: text(sent, 'province', previous?.province),
    state: text(sent, 'state', previous?.state),
    stateprovince: text(sent, 'stateprovince', previous?.stateprovince),
    zip: text(sent, 'zip', previous?.zip),
    phone: text(sent, 'phone', previous?.phone),
    website: text(sent, 'website', previous?.website),
    showMap: flag(sent, 'show_map', previous?.showMap),
    showMapLink: flag(sent, 'show_map_link', previous?.showMapLink),
    latitude: text(sent, 'geo_lat', previous?.latitude).trim(),
    longitude: text(sent, 'geo_lng', previous?.longitude).trim(),
  }
}

function flag(sent: SentParameters, name: string, previous = true): boolean {
  const value = sent.get(name) ?? null
  return value === null ? previous : isTruthy(value)
}
