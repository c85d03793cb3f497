import type { Fields } from './field.ts'

/**
 * One kind of thing that this API serves, declared once: routes, validation, index, `/doc` and OpenAPI are
 * derived from it. Spec: calendar document, sections 2 and 4.
 */
export interface Resource {
  readonly collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags'
  /** As errors and addresses name one of them. */
  readonly item: 'event' | 'venue' | 'organizer' | 'category' | 'tag'
  /** Schema of the answers. */
  readonly schema: 'Event' | 'Venue' | 'Organizer' | 'Term'
  /** Name in addresses of the plain kind and in `taxonomy`. */
  readonly type: string
  readonly bySlug: boolean
  readonly query: Fields
  /** Fields of a new one; the same ones, all optional, update one. */
  readonly fields: Fields
  /** Parameters of item routes beside `id`. */
  readonly itemQuery?: Fields
  /** What the original's `/doc` says otherwise than the routes do. */
  readonly documented?: {
    readonly keyInBody?: boolean
    readonly updated?: readonly number[]
  }
}
