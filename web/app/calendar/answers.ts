/** What the page reads of the API's answers. Spec: calendar document, section 2. */

export interface Term {
  readonly id: number
  readonly name: string
}

export interface Image {
  readonly url: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** By name; absent for a picture that is smaller than all of them. */
  readonly sizes?: Readonly<Record<string, ImageSize>>
}

interface ImageSize {
  readonly url: string
  readonly width: number
  /** True where the address gives the picture as it is. */
  readonly original?: boolean
}

/** A venue or an organizer; the name stands under the field of its kind. */
export interface Named {
  readonly id: number
  readonly venue?: string
  readonly organizer?: string
  readonly address?: string
  readonly city?: string
  readonly country?: string
  readonly email?: string
}

export interface CalendarEvent {
  readonly id: number
  readonly status: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  /** Wall clocks in the event's own zone, `YYYY-MM-DD hh:mm:ss`. */
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly timezone: string
  readonly timezone_abbr: string
  readonly cost: string
  readonly website: string
  readonly url: string
  readonly featured: boolean
  readonly image: Image | false
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  /** An empty list stands for none. */
  readonly venue: Named | readonly []
  readonly organizer: readonly Named[]
}

/** The venue, where there is one. */
export function venueOf({ venue }: CalendarEvent): Named | undefined {
  return 'id' in venue ? venue : undefined
}
