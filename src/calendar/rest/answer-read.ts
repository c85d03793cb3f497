import { DomainError } from '../../errors.ts'
import type { DescriptionName } from '../../http/descriptions.ts'
import { mayEdit, mayRead } from '../rules/rights.ts'
import { openedEvents } from './authenticate.ts'
import { describeIndex } from './describe/describe-route.ts'
import { parametersOf } from './describe/route-fields.ts'
import { listEvents } from './lists/list-events.ts'
import { listPosts } from './lists/list-posts.ts'
import { listTerms } from './lists/list-terms.ts'
import {
  type Answer,
  type CalendarCall,
  type FoundItem,
  findItem,
  type ItemRoute,
  refuseUnknownEvent,
} from './match-route.ts'
import { printPosts } from './print/print-posts.ts'
import { printTerm } from './print/print-terms.ts'
import type { SentParameters } from './read/read-parameters.ts'
import { validate } from './read/validate.ts'
import type { Resource } from './resources/resources.ts'
import { invalidParameter, restError } from './rest-error.ts'
import type { Scope } from './scope.ts'

/** Answers a GET. */
export async function answerRead({ route, sent }: CalendarCall, scope: Scope): Promise<Answer> {
  switch (route.kind) {
    case 'index':
      return { status: 200, body: describeIndex(scope) }
    case 'doc':
      return { status: 200, body: await readDescription('calendar-doc.json', scope) }
    case 'openapi':
      return { status: 200, body: await readDescription('calendar-openapi.json', scope) }
    case 'collection':
      validate(parametersOf(route, 'GET'), sent, scope)
      return listOf(route.resource, sent, scope)
    case 'item':
    case 'by-slug':
      return readOne(route, sent, scope)
  }
}

function listOf({ collection }: Resource, sent: SentParameters, scope: Scope): Answer | Promise<Answer> {
  if (collection === 'events') return listEvents(sent, scope)
  if (collection === 'categories' || collection === 'tags') return listTerms(collection, sent, scope)
  return listPosts(collection, sent, scope)
}

async function readOne(route: ItemRoute, sent: SentParameters, scope: Scope): Promise<Answer> {
  const { resource } = route
  const byId = route.kind === 'item'
  const key: [string, unknown] = byId ? ['id', route.id] : ['slug', route.slug]
  validate(parametersOf(route, 'GET'), new Map([...sent, key]), scope)
  const found = findItem(route, scope)
  if (!found) {
    if (!byId || resource.collection !== 'events') throw invalidParameter(key[0])
    throw refuseUnknownEvent(route.id, scope)
  }
  if (found.kind === 'term')
    return { status: 200, body: printTerm(found.row, { scope, collection: found.collection }) }
  const isOpen = await checkReadable(found, { sent, scope })
  const [body] = await printPosts(found.collection, [found.row.id], { scope, isSingle: true, isOpen })
  return { status: 200, body }
}

/**
 * True for an open event: one without a password, or whose password was sent. Throws when the actor may not read
 * it.
 */
async function checkReadable(
  { collection, row }: Extract<FoundItem, { readonly kind: 'post' }>,
  { sent, scope }: { readonly sent: SentParameters; readonly scope: Scope },
): Promise<boolean> {
  const { actor, view, signal } = scope
  const item = ITEMS[collection]
  if (collection === 'events' && row.status === 'trash')
    throw restError('event-no-longer-available', 'This event is no longer available', { status: 403 })
  if (!mayRead(actor, row))
    throw restError(`${item}-not-accessible`, `The requested ${item} is not accessible`, { status: 403 })
  if (collection !== 'events') return true
  const events = await view.read('events', [row.id], { signal })
  const isLocked = events.some(({ record }) => record.password !== '')
  const isEditing = sent.get('context') === 'edit' && mayEdit(actor, row)
  if (!isLocked || isEditing) return true
  if ((await openedEvents(events, { shown: sent.get('password'), scope })).has(row.id)) return true
  throw restError('event-password-protected', 'The requested event is not accessible without a password', {
    status: 403,
  })
}

const ITEMS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

interface Description {
  readonly servers: readonly { readonly url: string }[]
}

/**
 * Reads a description of this API and completes its server URLs with the origin of the request. Throws
 * `unsupported` on a host without descriptions.
 */
async function readDescription(
  name: DescriptionName,
  { readDescription: read, baseUrl }: Pick<Scope, 'readDescription' | 'baseUrl'>,
): Promise<object> {
  if (!read) throw new DomainError('unsupported', `Cannot read "${name}": this host has no descriptions`)
  const described: Description = JSON.parse(await read(name))
  const servers = described.servers.map((server) => ({ ...server, url: baseUrl + server.url }))
  return { ...described, servers }
}
