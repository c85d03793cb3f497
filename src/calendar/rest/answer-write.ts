import type { NodeWith } from '../../node/create.ts'
import { fetchImages } from '../pictures/fetch-images.ts'
import { performWrite, unlinkTrashed, type Write } from '../plans/perform.ts'
import { publishDue } from '../plans/publish-due.ts'
import type { TermCollection } from '../rules/terms.ts'
import { authorizeWrite } from './authorize-write.ts'
import { type Answer, type CalendarCall, findItem } from './match-route.ts'
import { printPosts } from './print/print-posts.ts'
import { printTerm, TAXONOMIES } from './print/print-terms.ts'
import { newImages } from './read/read-patch.ts'
import { invalidParameter } from './rest-error.ts'
import type { Scope, WriteScope } from './scope.ts'

export interface AnswerWriteOptions {
  readonly node: NodeWith<'calendar'>
  readonly scope: Scope
}

/**
 * Answers a request that writes: parses and authorizes it, makes its changes by one plan, and commits them. The
 * plan authorizes, so that the decision holds for the state that it changes. Publishing due records, unlinking a place
 * that may be restored and fetching pictures named by URL come before the commit; a request that would cause one of
 * them is authorized before it too, and one without credentials before it waits for other writes.
 */
export async function answerWrite(call: CalendarCall, { node, scope }: AnswerWriteOptions): Promise<Answer> {
  const { calendar, repo } = node
  const { actor, signal, view } = scope
  const options = { author: actor?.login ?? '', signal }
  const addresses = newImages(call.sent, view)
  const restoresPlace = isTrashedPlace(call, scope)
  if (!actor || view.hasDue || restoresPlace || addresses.length > 0) authorizeWrite(call, scope)
  if (view.hasDue) await publishDue(node, scope)
  return repo.whileAdding(
    async () => {
      // A process that was killed after it trashed the place has left the links of its events.
      if (restoresPlace) await unlinkAll({ node, scope })
      const fetchedImages = await fetchImages(addresses, {
        node,
        request: { baseUrl: scope.baseUrl, signal },
      })
      const write = () =>
        calendar.write((draft) => {
          const planning = { ...scope, fetchedImages, view: draft }
          return performAndPrint(authorizeWrite(call, planning), planning)
        }, options)
      let answer = await write()
      while (!answer) answer = await write()
      if (mayTrash(call)) await unlinkAll({ node, scope })
      return answer
    },
    { signal },
  )
}

/** True for a venue or organizer in the trash. An update may restore it. */
function isTrashedPlace({ route }: CalendarCall, scope: Scope): boolean {
  const found = route.kind === 'item' || route.kind === 'by-slug' ? findItem(route, scope) : undefined
  return found?.kind === 'post' && found.collection !== 'events' && found.row.status === 'trash'
}

/** Only a record that goes to the trash can leave links to remove. */
function mayTrash({ method, sent }: CalendarCall): boolean {
  return method === 'DELETE' || sent.get('status') === 'trash'
}

/** Without the signal of the request: the trashing is committed, also when the client is gone. */
async function unlinkAll({ node: { calendar }, scope: { actor } }: AnswerWriteOptions): Promise<void> {
  for (;;) {
    const isChanged = await calendar.write((view) => unlinkTrashed({ view }), { author: actor?.login ?? '' })
    if (!isChanged) return
  }
}

/**
 * Makes the changes of a write, and prints the written record. A removed record is printed as it was. `undefined`
 * when further commits must follow.
 */
async function performAndPrint(write: Write, scope: WriteScope): Promise<Answer | undefined> {
  const removed =
    write.kind === 'remove' ? printTerm(write.row, { scope, collection: write.collection }) : undefined
  const id = await performWrite(write, scope)
  if (id === undefined) return undefined
  if (write.kind === 'remove') return { status: 200, body: removed }
  const { collection } = write.content
  const status = write.id === undefined ? 201 : 200
  if (collection === 'categories' || collection === 'tags')
    return termAnswer({ collection, id }, { scope, status })
  const [body] = await printPosts(collection, [id], { scope, isSingle: false, isOpen: true })
  return { status, body }
}

interface PrintedOptions {
  readonly scope: WriteScope
  readonly status: 200 | 201
}

const PLURALS = { categories: TAXONOMIES.categories, tags: 'tags' } as const

/** The address of a new term belongs to another API of recorded servers, which clients of this one do not follow. */
function termAnswer(
  { collection, id }: { readonly collection: TermCollection; readonly id: number },
  { scope, status }: PrintedOptions,
): Answer {
  const row = scope.view.row(collection, id)
  if (!row) throw invalidParameter('id')
  return {
    status,
    body: printTerm(row, { scope, collection }),
    ...(status === 201 && {
      headers: { Location: `${scope.baseUrl}/wp/v2/${PLURALS[collection]}/${id}` },
    }),
  }
}
