import type { EventRow } from '../../model/rows.ts'
import type { PostSelection } from '../../model/selection.ts'
import { LISTED } from '../../model/status.ts'
import { mayList, mayListUnpublished } from '../../rules/rights.ts'
import { fold, type TextQuery } from '../../text/fold.ts'
import type { Answer } from '../match-route.ts'
import { printPosts } from '../print/print-posts.ts'
import type { SentParameters } from '../read/read-parameters.ts'
import { isTruthy, toInteger } from '../resources/parameter.ts'
import { rootUrl, type Scope } from '../scope.ts'
import { listAnswer, pageCount, refuseMissingPage, requestedPage, requestedStatuses } from './list-page.ts'

type Linked = 'venues' | 'organizers'

/** A page of venues or organizers, newest first. Spec: calendar facts, section 11.1. */
export async function listPosts(collection: Linked, sent: SentParameters, scope: Scope): Promise<Answer> {
  const { view, signal } = scope
  const page = requestedPage(sent, scope)
  const { statuses, shown } = requestedStatuses(sent, scope)
  const search = sent.get('search')
  const selection: PostSelection = {
    statuses,
    offset: page.offset,
    limit: page.perPage,
    ...(typeof search === 'string' && { text: phraseQuery(search) }),
    ...eventConditions(collection, sent, scope),
  }
  const { ids, total } = await view.selectPosts(collection, selection, { signal })
  const totalPages = pageCount(total, page)
  refuseMissingPage(collection === 'venues' ? 'venue' : 'organizer', { page: page.page, totalPages })
  return listAnswer({
    entries: { [collection]: await printPosts(collection, ids, { scope, isSingle: false, isOpen: false }) },
    address: `${rootUrl(scope)}/${collection}/`,
    parameters: {
      event: sent.get('event'),
      has_events: sent.get('has_events'),
      only_with_upcoming: sent.get('only_with_upcoming'),
      status: shown,
      search,
    },
    page,
    total,
  })
}

/** The conditions of the parameters about events. */
function eventConditions(
  collection: Linked,
  sent: SentParameters,
  scope: Scope,
): Pick<PostSelection, 'include' | 'exclude'> {
  const includes: ReadonlySet<number>[] = []
  const event = toInteger(sent.get('event'))
  if (event !== undefined) includes.push(linkedTo(event, collection, scope))
  if (isTruthy(sent.get('only_with_upcoming')))
    includes.push(linkedFrom(collection, scope, upcomingPredicate(scope)))
  const hasEvents = sent.get('has_events') ?? null
  const withEvents = hasEvents === null ? undefined : linkedFrom(collection, scope, hasEventsPredicate(scope))
  if (withEvents && isTruthy(hasEvents)) includes.push(withEvents)
  const [first, ...others] = includes
  return {
    ...(first && { include: [...first].filter((id) => others.every((other) => other.has(id))) }),
    ...(withEvents && !isTruthy(hasEvents) && { exclude: [...withEvents] }),
  }
}

function linkedTo(event: number, collection: Linked, { view }: Scope): ReadonlySet<number> {
  const row = view.row('events', event)
  if (!row) return new Set()
  return new Set(collection === 'organizers' ? row.organizers : [row.venue].filter((id) => id > 0))
}

type RowPredicate = (event: EventRow) => boolean

/** For `has_events`: the event was published, even if it is in the trash now, and lists show it to the actor. */
function hasEventsPredicate({ actor }: Scope): RowPredicate {
  return (row) => row.status !== 'draft' && row.status !== 'pending' && mayList(actor, row)
}

/** For `only_with_upcoming`: the event starts now or later, and lists show it to the actor. */
function upcomingPredicate({ actor, nowMs }: Scope): RowPredicate {
  const statuses = mayListUnpublished(actor) ? LISTED : ['publish']
  return (row) => row.startMs >= nowMs && !row.hideFromListings && statuses.includes(row.status)
}

/** Ids that a counting event links to. For each id, events are checked only until the first that counts. */
function linkedFrom(collection: Linked, { view }: Scope, matches: RowPredicate): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { id } of view.rows(collection)) {
    for (const event of view.eventsOf(collection, id)) {
      const row = view.row('events', event)
      if (!row || !matches(row)) continue
      found.add(id)
      break
    }
  }
  return found
}

/** A query for the whole text as one phrase. */
function phraseQuery(text: string): TextQuery {
  return { all: [fold(text.trim())], without: [] }
}
