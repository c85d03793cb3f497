import type { Actor, CalendarUser } from './roles.ts'

/** How pictures are fetched when an event names one by its address. */
export interface ImageFetching {
  readonly fetch: (request: Request) => Promise<Response>
  /** Hosts the owner allows, such as `images.example.org` or `images.example.org:8080`; none is asked otherwise. */
  readonly hosts: readonly string[]
}

/** What an owner decides of the calendar. */
export interface CalendarSettings {
  /** IANA name of the site's zone; `UTC+0` for a site that has named none. */
  readonly siteZone: string
  readonly users: readonly CalendarUser[]
  /** Who calls without credentials, where every caller is the owner of the node; nobody when absent. */
  readonly owner?: Actor
  /** Entries of a page when a request does not say. */
  readonly perPage: number
  /** Where links point, such as `https://calendar.example.org`; where the request went, when absent. */
  readonly baseUrl?: string | undefined
  /** Absent: pictures are named by id only. */
  readonly images?: ImageFetching | undefined
}

/** A calendar that nobody may write. */
export const DEFAULT_SETTINGS: CalendarSettings = { siteZone: 'UTC+0', users: [], perPage: 10 }
