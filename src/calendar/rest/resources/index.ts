import { EVENTS } from './events.ts'
import { ORGANIZERS } from './organizers.ts'
import type { Resource } from './resource.ts'
import { CATEGORIES, TAGS } from './terms.ts'
import { VENUES } from './venues.ts'

/** All that this API serves, in the order the index shows. */
export const RESOURCES: readonly Resource[] = [EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS]
