import type { Attempts } from '../../access/attempts.ts'
import type { ReadDescription } from '../../http/descriptions.ts'
import type { CalendarDraft, CalendarView } from '../model/calendar.ts'
import type { FetchedImages } from '../model/records.ts'
import type { Actor, CalendarSettings } from '../model/settings.ts'
import type { Zone } from '../time/zone.ts'

/** What everything that answers one request knows. */
export interface Scope {
  readonly view: CalendarView
  readonly actor: Actor
  readonly settings: CalendarSettings
  /** Failed attempts to show a secret, of the whole node. */
  readonly attempts: Attempts
  /** Where the request comes from; `undefined` where the host cannot know. */
  readonly source: string | undefined
  readonly siteZone: Zone
  /** The moment of the request. */
  readonly nowMs: number
  /** Where links point, without a slash at the end. */
  readonly baseUrl: string
  /** True where sizes of pictures are made; else their addresses give the original. */
  readonly makesSizes: boolean
  /** Pictures that this request named by their address, fetched before the write began. */
  readonly fetchedImages: FetchedImages
  /** Absent where only pages are made, and on a host that has no descriptions. */
  readonly readDescription?: ReadDescription | undefined
  readonly signal?: AbortSignal | undefined
}

/** The scope of a request that writes: its view shows what it changes. */
export interface WriteScope extends Scope {
  readonly view: CalendarDraft
}

/** Where this API is. */
export const NAMESPACE = 'cal/events/v1'

/** Address of the root of this API, without a slash at the end. */
export function rootUrl({ baseUrl }: Pick<Scope, 'baseUrl'>): string {
  return `${baseUrl}/${NAMESPACE}`
}
