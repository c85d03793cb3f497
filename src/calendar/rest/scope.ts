import type { Attempts } from '../../access/attempts.ts'
import type { ReadDescription } from '../../http/descriptions.ts'
import type { CalendarSettings } from '../access/settings.ts'
import type { CalendarDraft, CalendarView } from '../model/calendar.ts'
import type { FetchedImages } from '../model/records.ts'
import type { Actor } from '../model/settings.ts'
import type { Zone } from '../time/zone.ts'

/** Context of one request. */
export interface Scope {
  readonly view: CalendarView
  readonly actor: Actor
  readonly settings: CalendarSettings
  /** Counter of failed attempts with secrets, shared by the whole node. */
  readonly attempts: Attempts
  /** Address of the client; `undefined` when the host does not know it. */
  readonly source: string | undefined
  readonly siteZone: Zone
  /** The time of the request. */
  readonly nowMs: number
  /** Base of links, without a slash at the end. */
  readonly baseUrl: string
  /** True if this host resizes pictures; else the addresses of sizes give the original. */
  readonly makesSizes: boolean
  /** Pictures that this request named by URL, fetched before the write began. */
  readonly fetchedImages: FetchedImages
  /** Absent for the public pages, and on a host without descriptions. */
  readonly readDescription?: ReadDescription | undefined
  readonly signal?: AbortSignal | undefined
}

/** The scope of a request that writes. Its view shows the changes made so far. */
export interface WriteScope extends Scope {
  readonly view: CalendarDraft
}

/** Path of this API, without slashes at either end. */
export const NAMESPACE = 'cal/events/v1'

/** Address of the root of this API, without a slash at the end. */
export function rootUrl({ baseUrl }: Pick<Scope, 'baseUrl'>): string {
  return `${baseUrl}/${NAMESPACE}`
}
