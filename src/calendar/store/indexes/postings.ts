import type { EventRow } from '../../model/rows.ts'

/** The events that link to one venue, organizer, image or term. */
export interface Posting {
  /** Event ids, ascending, without events that have a password. */
  readonly ids: Uint32Array
  /** Number of published events, including those with a password. */
  readonly published: number
}

/** Postings by id, in pages. A change copies only the pages that it affects. */
export type Postings = readonly (readonly (Posting | undefined)[] | undefined)[]

/** Postings by sequence of ids: venues, organizers and images share one, terms have the other. */
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

/** The links after one event changed from `before` to `after`. */
export function withLinks(links: Links, before: EventRow | undefined, after: EventRow | undefined): Links {
  return {
    posts: updatePostings(links.posts, linksTo(before, postsOf), linksTo(after, postsOf)),
    terms: updatePostings(links.terms, linksTo(before, termsOf), linksTo(after, termsOf)),
  }
}

/** Collects the links of very many events at once. Events must come in ascending order of id. */
export interface LinkCollector {
  /** Starts the next event. */
  begin(event: number, state: LinkedState): void
  add(target: keyof Links, id: number): void
  links(): Links
}

/** Properties of an event that decide whether its targets count it and list it. */
export interface LinkedState {
  readonly isPublished: boolean
  readonly hasPassword: boolean
}

export function collectLinks(): LinkCollector {
  const gathered: Readonly<Record<keyof Links, (PostingDraft | undefined)[]>> = { posts: [], terms: [] }
  let current = 0
  let state: LinkedState = { isPublished: false, hasPassword: false }
  return {
    begin(event, stateOfEvent) {
      current = event
      state = stateOfEvent
    },
    add(target, id) {
      if (id === 0) return
      const held = gathered[target][id] ?? { ids: [], published: 0, last: 0 }
      gathered[target][id] = held
      if (held.last === current) return
      held.last = current
      if (!state.hasPassword) held.ids.push(current)
      if (state.isPublished) held.published += 1
    },
    links: () => ({ posts: paged(gathered.posts), terms: paged(gathered.terms) }),
  }
}

interface PostingDraft {
  readonly ids: number[]
  published: number
  /** The last event that linked here, so that two links of one event count once. */
  last: number
}

interface Linked extends LinkedState {
  readonly event: number
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
  return { event: row.id, isPublished: row.status === 'publish', hasPassword: row.hasPassword, targets }
}

function updatePostings(postings: Postings, before: Linked | undefined, after: Linked | undefined): Postings {
  const targets = new Set([...(before?.targets ?? []), ...(after?.targets ?? [])])
  const event = after?.event ?? before?.event ?? 0
  let made = postings
  for (const target of targets) {
    const [was, is] = [isListed(before, target), isListed(after, target)]
    const published = countFor(after, target) - countFor(before, target)
    if (was === is && published === 0) continue
    const { ids, published: count } = postingOf(made, target)
    const changed = was === is ? ids : is ? withId(ids, event) : ids.filter((id) => id !== event)
    made = replaced(made, target, { ids: changed, published: count + published })
  }
  return made
}

function isListed(linked: Linked | undefined, target: number): boolean {
  return linked?.hasPassword === false && linked.targets.has(target)
}

function countFor(linked: Linked | undefined, target: number): number {
  return linked?.isPublished && linked.targets.has(target) ? 1 : 0
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

function paged(gathered: readonly (PostingDraft | undefined)[]): Postings {
  const pages: (Posting | undefined)[][] = []
  gathered.forEach((held, id) => {
    if (!held) return
    const page = pages[Math.floor(id / PAGE)] ?? []
    page[id % PAGE] = { ids: Uint32Array.from(held.ids), published: held.published }
    pages[Math.floor(id / PAGE)] = page
  })
  return pages
}
