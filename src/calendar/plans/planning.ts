import type { AbortOptions } from '../../ports/abort.ts'
import type { CalendarDraft } from '../model/calendar.ts'
import type { FetchedImages } from '../model/records.ts'
import type { Actor } from '../model/settings.ts'
import type { Zone } from '../time/zone.ts'

/** Context of every plan of a write. */
export interface Planning extends AbortOptions {
  /** Shows the changes that the plan has made so far. */
  readonly view: CalendarDraft
  readonly actor: Actor
  readonly siteZone: Zone
  /** The time of the request. */
  readonly nowMs: number
  /** Pictures that the request named by URL, fetched before the write began. */
  readonly fetchedImages: FetchedImages
}
