import { isSiteDay, isSiteMonth, type Month, type SiteDay } from './site-days.ts'

/** A public page, parsed from its path. Slugs are as written in the path. */
export type PublicPage =
  | { readonly kind: 'post'; readonly collection: 'events' | 'venues' | 'organizers'; readonly slug: string }
  | { readonly kind: 'term'; readonly collection: 'categories' | 'tags'; readonly slug: string }
  | { readonly kind: 'list' }
  /** The current month when absent. */
  | { readonly kind: 'month'; readonly month?: Month }
  | { readonly kind: 'day'; readonly day: SiteDay }

const POSTS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

/**
 * Parses the path of a public page, with or without the trailing slash; `undefined` for any other path. `url` of the
 * API links to `/event/<slug>/`, `/venue/<slug>/`, `/organizer/<slug>/`, `/tag/<slug>/` and
 * `/events/category/<parent>/<slug>/`. Lists are `/events/` (also `/events/list/`), `/events/month/`,
 * `/events/month/2026-11/` and `/events/2026-11-22/`. Spec: calendar facts, sections 2 to 5 and 16. Spec gap: the
 * facts name no paths of months and days.
 */
export function parsePagePath(pathname: string): PublicPage | undefined {
  const [empty, first = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  if (empty !== '') return undefined
  if (first === 'events') return parseListPath(rest)
  const [slug = ''] = rest
  if (slug === '' || rest.length !== 1) return undefined
  if (first === 'tag') return { kind: 'term', collection: 'tags', slug }
  if (first === 'event' || first === 'venue' || first === 'organizer')
    return { kind: 'post', collection: POSTS[first], slug }
  return undefined
}

function parseListPath(parts: readonly string[]): PublicPage | undefined {
  const [first = '', second, ...more] = parts
  if (first === 'category') {
    const slug = parts.at(-1) ?? ''
    return second === undefined || slug === '' ? undefined : { kind: 'term', collection: 'categories', slug }
  }
  if (more.length > 0) return undefined
  if (first === 'month') {
    if (second === undefined) return { kind: 'month' }
    return isSiteMonth(second) ? { kind: 'month', month: second } : undefined
  }
  if (second !== undefined) return undefined
  if (first === '' || first === 'list') return { kind: 'list' }
  return isSiteDay(first) ? { kind: 'day', day: first } : undefined
}
