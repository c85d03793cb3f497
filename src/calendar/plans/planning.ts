import type { AbortOptions } from '../../ports/abort.ts'
import type { CalendarDraft } from '../model/calendar.ts'
import type { FetchedImages } from '../model/records.ts'
import type { Actor } from '../model/settings.ts'
import type { Zone } from '../time/zone.ts'

/** What every plan of a write knows. */
export interface Planning extends AbortOptions {
  /** Shows what the plan has changed so far. */
  readonly view: CalendarDraft
  readonly actor: Actor
  readonly siteZone: Zone
  /** The moment of the request. */
  readonly nowMs: number
  /** Pictures that the request named by their address, fetched before the write began. */
  readonly fetchedImages: FetchedImages
}
