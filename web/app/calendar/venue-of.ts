import type { WireEvent, WireVenue } from '../../../src/calendar/wire.ts'

/** The venue of an event, where it has one. */
export function venueOf({ venue }: WireEvent): WireVenue | undefined {
  return 'id' in venue ? venue : undefined
}
