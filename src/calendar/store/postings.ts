import type { EventRow } from '../rows.ts'

/** The events linked to one venue, organizer, image or term. */
export interface Posting {
  /** Ascending. */
  readonly ids: Uint32Array
  /** How many of them are published. */
  readonly published: number
}

/** Postings by id, in pages: a change copies the pages it touches. */
export type Postings = readonly (readonly (Posting | undefined)[] | undefined)[]

/** Venues, organizers and images share one sequence of ids, terms have the other. */
export interface Links {
  readonly posts: Postings
  readonly terms: Postings
}

export const NO_LINKS: Links = { posts: [], terms: [] }

const PAGE = 128
const NOTHING: Posting = { ids: new Uint32Array(0), published: 0 }

export function postingOf(postings: Postings, id: number): Posting {
  return postings[Math.floor(id / PAGE)]?.[id % PAGE] ?? NOTHING
}

/** The links after an event was what `before` says and is what `after` says. */
export function withLinks(links: Links, before: EventRow | undefined, after: EventRow | undefined): Links {
  return {
    posts: moved(links.posts, linksTo(before, postsOf), linksTo(after, postsOf)),
    terms: moved(links.terms, linksTo(before, termsOf), linksTo(after, termsOf)),
  }
}

/** Gathers the links of very many events at once. Their ids must come in ascending order. */
export interface GatheredLinks {
  /** The event whose links come next. */
  begin(event: number, isPublished: boolean): void
  add(target: keyof Links, id: number): void
  links(): Links
}

export function gatherLinks(): GatheredLinks {
  const gathered: Readonly<Record<keyof Links, (Gathered | undefined)[]>> = { posts: [], terms: [] }
  let current = 0
  let isCounted = false
  return {
    begin(event, isPublished) {
      current = event
      isCounted = isPublished
    },
    add(target, id) {
      if (id === 0) return
      const held = gathered[target][id] ?? { ids: [], published: 0 }
      gathered[target][id] = held
      if (held.ids.at(-1) === current) return
      held.ids.push(current)
      if (isCounted) held.published += 1
    },
    links: () => ({ posts: paged(gathered.posts), terms: paged(gathered.terms) }),
  }
}

interface Gathered {
  readonly ids: number[]
  published: number
}

interface Linked {
  readonly event: number
  readonly isPublished: boolean
  readonly targets: ReadonlySet<number>
}

function postsOf({ venue, organizers, image }: EventRow): readonly number[] {
  return [venue, ...organizers, image]
}

function termsOf({ categories, tags }: EventRow): readonly number[] {
  return [...categories, ...tags]
}

function linksTo(
  row: EventRow | undefined,
  targetsOf: (row: EventRow) => readonly number[],
): Linked | undefined {
  if (!row) return undefined
  const targets = new Set(targetsOf(row).filter((id) => id !== 0))
  return { event: row.id, isPublished: row.status === 'publish', targets }
}

function moved(postings: Postings, before: Linked | undefined, after: Linked | undefined): Postings {
  const targets = new Set([...(before?.targets ?? []), ...(after?.targets ?? [])])
  const event = after?.event ?? before?.event ?? 0
  let made = postings
  for (const target of targets) {
    const [was, is] = [before?.targets.has(target) ?? false, after?.targets.has(target) ?? false]
    const published = Number(is && after?.isPublished) - Number(was && before?.isPublished)
    if (was === is && published === 0) continue
    const { ids, published: count } = postingOf(made, target)
    const changed = was === is ? ids : is ? withId(ids, event) : ids.filter((id) => id !== event)
    made = replaced(made, target, { ids: changed, published: count + published })
  }
  return made
}

function replaced(postings: Postings, id: number, posting: Posting): Postings {
  const copy = postings.slice()
  const page = copy[Math.floor(id / PAGE)]?.slice() ?? []
  page[id % PAGE] = posting
  copy[Math.floor(id / PAGE)] = page
  return copy
}

function withId(ids: Uint32Array, id: number): Uint32Array {
  const at = ids.findLastIndex((held) => held < id) + 1
  const grown = new Uint32Array(ids.length + 1)
  grown.set(ids.subarray(0, at))
  grown[at] = id
  grown.set(ids.subarray(at), at + 1)
  return grown
}

function paged(gathered: readonly (Gathered | undefined)[]): Postings {
  const pages: (Posting | undefined)[][] = []
  gathered.forEach((held, id) => {
    if (!held) return
    const page = pages[Math.floor(id / PAGE)] ?? []
    page[id % PAGE] = { ids: Uint32Array.from(held.ids), published: held.published }
    pages[Math.floor(id / PAGE)] = page
  })
  return pages
}
