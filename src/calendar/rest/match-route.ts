import { RESOURCES, type Resource } from './resources/resources.ts'

/** What a path below the API leads to. Item routes carry their key as it stands in the path. */
export type Route =
  | { readonly kind: 'index' | 'doc' | 'openapi' }
  | { readonly kind: 'collection'; readonly resource: Resource }
  | { readonly kind: 'item'; readonly resource: Resource; readonly id: number }
  | { readonly kind: 'by-slug'; readonly resource: Resource; readonly slug: string }

const PLAIN: ReadonlyMap<string, Route> = new Map([
  ['', { kind: 'index' }],
  ['doc', { kind: 'doc' }],
  ['openapi.json', { kind: 'openapi' }],
])

/**
 * The route of a path below the API, whatever its case and with or without a slash at its end; `undefined` for
 * none. Spec: calendar document, section 4.
 */
export function matchRoute(pathname: string): Route | undefined {
  const path = pathname.replace(/^\//, '').replace(/\/$/, '')
  const [first = '', second, third, ...more] = path.split('/')
  const plain = PLAIN.get(path.toLowerCase())
  if (plain) return plain
  if (more.length > 0) return undefined
  const resource = RESOURCES.find(({ collection }) => collection === first.toLowerCase())
  if (!resource) return undefined
  if (second === undefined) return { kind: 'collection', resource }
  if (third === undefined)
    return /^\d+$/.test(second) ? { kind: 'item', resource, id: idOf(second) } : undefined
  const isSlug = resource.bySlug && second.toLowerCase() === 'by-slug' && third !== ''
  return isSlug ? { kind: 'by-slug', resource, slug: decoded(third) } : undefined
}

/** More digits than a number holds are nobody's. */
function idOf(digits: string): number {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : Number.MAX_SAFE_INTEGER
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
