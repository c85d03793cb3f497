import type { NodeWith } from '../../node/create.ts'
import { fetchNamedImages } from '../pictures/fetch-named-images.ts'
import { performWrite } from '../plans/perform.ts'
import { unlinkTrashed } from '../plans/trash.ts'
import type { TermCollection } from '../rules/terms.ts'
import type { Answer, Call } from './call.ts'
import { judgeWrite } from './judge-write.ts'
import { printPosts } from './print/print-posts.ts'
import { printTerm, TAXONOMIES } from './print/print-terms.ts'
import { publishDue } from './publish-due.ts'
import type { Resource } from './resources/resources.ts'
import { invalidParameter } from './rest-error.ts'
import type { Scope, WriteScope } from './scope.ts'

export interface WriteOptions {
  readonly node: NodeWith<'calendar'>
  readonly scope: Scope
}

export interface AnswerWriteOptions extends WriteOptions {
  /** Called after the write. */
  readonly onWritten: () => void
}

/**
 * Answers what changes something. What is due is published before, unless the request is refused. All of it is one plan of the calendar, validation and rights included, so that
 * it holds for the state it changes. Pictures that are named by their address are fetched before, and only when
 * the request is right without them.
 */
export async function answerWrite(
  call: Call,
  { node, scope, onWritten }: AnswerWriteOptions,
): Promise<Answer> {
  const { calendar, repo } = node
  const { actor, signal } = scope
  const options = { author: actor?.login ?? '', signal }
  if (scope.view.hasDue) {
    judgeWrite(call, scope)
    await publishDue(node, scope)
  }
  return repo.whileAdding(
    async () => {
      const isRight = () => judgeWrite(call, scope)
      const fetchedImages = await fetchNamedImages(call.sent, { node, scope, isRight })
      const answer = await calendar.write((view) => change(call, { ...scope, fetchedImages, view }), options)
      if (mayTrash(call)) await unlinkAll({ node, scope })
      onWritten()
      return answer
    },
    { signal },
  )
}

/** Only what goes to the trash takes links with it. */
function mayTrash({ method, sent }: Call): boolean {
  return method === 'DELETE' || sent.get('status') === 'trash'
}

async function unlinkAll({ node: { calendar }, scope }: WriteOptions): Promise<void> {
  const options = { author: scope.actor?.login ?? '', signal: scope.signal }
  for (;;) {
    const isChanged = await calendar.write((view) => unlinkTrashed({ ...scope, view }), options)
    if (!isChanged) return
  }
}

async function change(call: Call, scope: WriteScope): Promise<Answer> {
  const write = judgeWrite(call, scope)
  if (write.kind === 'delete' && write.target.kind === 'term') {
    const { row, collection } = write.target
    const body = printTerm(row, { scope, collection })
    await performWrite(write, scope)
    return { status: 200, body }
  }
  const { collection } = write.kind === 'create' ? write.content : write.target
  const id = await performWrite(write, scope)
  const status = write.kind === 'create' ? 201 : 200
  if (isTerm(collection)) return printedTerm({ collection, id }, { scope, status })
  const [body] = await printPosts(collection, [id], { scope, isSingle: false, isOpen: true })
  return { status, body }
}

function isTerm(collection: Resource['collection']): collection is TermCollection {
  return collection === 'categories' || collection === 'tags'
}

interface PrintedOptions {
  readonly scope: WriteScope
  readonly status: 200 | 201
}

const PLURALS = { categories: TAXONOMIES.categories, tags: 'tags' } as const

/** The address of a new term is that of the original's other API, which clients of this one do not follow. */
function printedTerm(
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
