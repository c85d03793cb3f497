import type { WireEvent, WireVenue } from '../../../src/calendar/wire.ts'

/** The venue of an event, or `undefined` when it has none. */
export function venueOf({ venue }: WireEvent): WireVenue | undefined {
  return 'id' in venue ? venue : undefined
}
