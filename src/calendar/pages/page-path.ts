/** What the address of a public page names. */
export type PublicPage =
  | { readonly kind: 'post'; readonly collection: 'events' | 'venues' | 'organizers'; readonly slug: string }
  | { readonly kind: 'term'; readonly collection: 'categories' | 'tags'; readonly slug: string }
  | { readonly kind: 'list' }

const POSTS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

/**
 * Reads a path of the pages to which `url` of this API leads: `/event/<slug>/`, `/venue/<slug>/`,
 * `/organizer/<slug>/`, `/tag/<slug>/` and `/events/category/<parent>/<slug>/`, with or without the slash at the end;
 * and `/events/` and `/events/list/`, which recorded servers have and this calendar has not.
 * `undefined` for any other. Spec: calendar facts, sections 2 to 5 and 16.
 */
export function parsePagePath(pathname: string): PublicPage | undefined {
  const [empty, first = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const slug = decoded(rest.at(-1) ?? '')
  if (empty === '' && first === 'events' && ['', 'list'].includes(rest.join('/'))) return { kind: 'list' }
  if (empty !== '' || slug === '') return undefined
  if (first === 'events' && rest[0] === 'category' && rest.length > 1)
    return { kind: 'term', collection: 'categories', slug }
  if (rest.length !== 1) return undefined
  if (first === 'tag') return { kind: 'term', collection: 'tags', slug }
  if (first === 'event' || first === 'venue' || first === 'organizer')
    return { kind: 'post', collection: POSTS[first], slug }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
