import type { CID } from '../../../codec/cid/cid.ts'
import type { Block } from '../../../ports/blockstore.ts'
import type { Datastore, Expectation, Operation } from '../../../ports/datastore.ts'
import type { Change } from '../../model/calendar.ts'
import type { Collection } from '../../model/records.ts'
import { nextDateOperations } from '../due.ts'
import { recordBlock } from '../record-block.ts'
import { pageKey, rowsPrefix, TEXTS_PREFIX } from '../rows/keys.ts'
import { type CalendarState, withRecordCid } from '../rows/state.ts'
import { type LoadTextsOptions, pageFromRecords } from '../texts/text-cache.ts'
import { openTextPage, textPageBytes, textsByPage, withTexts } from '../texts/text-table.ts'
import type { SearchTree } from '../tree/search-tree.ts'
import { commitBlock, treeKey } from './commit.ts'
import type { Pending, Planned } from './draft.ts'
import { encodeHead, HEAD_KEY, type Head, logOperations, ROW_FORMAT } from './head-and-log.ts'

/** Everything that a write stores: the blocks first, then the operations in one batch. */
export interface PreparedCommit {
  readonly state: CalendarState
  readonly blocks: readonly Block[]
  readonly operations: readonly Operation[]
  readonly expect: readonly Expectation[]
}

export interface PrepareOptions extends Omit<LoadTextsOptions, 'datastore'> {
  readonly datastore: Pick<Datastore, 'get'>
  readonly tree: SearchTree
  readonly author: string
  readonly timeMs: number
}

/** Prepares the commit of a plan. `undefined` when the plan changed no record. */
export async function prepareCommit(
  planned: Planned,
  options: PrepareOptions,
): Promise<PreparedCommit | undefined> {
  const { base } = planned
  const records = await madeRecords(planned)
  if (records.length === 0) return undefined
  const changes = records.map(({ change }) => change)
  const values = new Map(changes.map((change) => [treeKey(change), change.after ?? null]))
  const height = (base.head?.height ?? 0) + 1
  const [tree, texts] = await Promise.all([
    options.tree.change(base.head?.state, values, options),
    textOperations(planned, height, options),
  ])
  const { author, timeMs } = options
  const commit = await commitBlock({
    prev: base.head?.commit,
    height,
    time: timeMs,
    author,
    changes,
    state: tree.root,
  })
  const { nextPost, nextTerm } = planned
  const head = { commit: commit.cid, height, state: tree.root, nextPost, nextTerm, format: ROW_FORMAT }
  const state = { ...withBlocks(planned.state, records), head }
  return {
    state,
    blocks: [...records.flatMap(({ block }) => (block ? [block] : [])), ...tree.blocks, commit],
    operations: [
      { type: 'put', key: HEAD_KEY, value: encodeHead(head) },
      ...logOperations(
        height,
        planned.pending.map(({ collection, id }) => ({ collection, id })),
      ),
      ...rowOperations(state, planned.pending),
      ...nextDateOperations(base, state),
      ...texts,
    ],
    expect: [{ key: HEAD_KEY, value: storedHead(base.head) }],
  }
}

function storedHead(head: Head | undefined): Uint8Array | undefined {
  return head && encodeHead(head)
}

interface MadeRecord {
  readonly pending: Pending<Collection>
  readonly change: Change
  readonly block: Block | undefined
}

/** The changed records in commit order, without those whose block is the same as before. */
async function madeRecords({ base, pending }: Planned): Promise<readonly MadeRecord[]> {
  const made = pending.map(async (changed): Promise<MadeRecord> => {
    const { collection, id, uid, record } = changed
    const block = record && (await recordBlock(collection, record))
    const before = base.tables[collection].cid(id)
    return { pending: changed, block, change: { collection, uid, before, after: block?.cid } }
  })
  return (await Promise.all(made))
    .filter(({ change: { before, after } }) => !isSame(before, after))
    .sort((a, b) => (treeKey(a.change) < treeKey(b.change) ? -1 : 1))
}

function isSame(a: CID | undefined, b: CID | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.equals(b))
}

/** The state with the CIDs of the new record blocks. */
function withBlocks(state: CalendarState, records: readonly MadeRecord[]): CalendarState {
  return records.reduce(
    (made, { pending: { collection, id }, block }) =>
      block ? withRecordCid(made, collection, { id, cid: block.cid }) : made,
    state,
  )
}

function rowOperations(state: CalendarState, pending: readonly Pending<Collection>[]): Operation[] {
  const pages = new Map<string, Operation>()
  for (const { collection, id } of pending) {
    const table = state.tables[collection]
    const page = table.pageOf(id)
    const name = `${collection}/${page}`
    const value = pages.has(name) ? undefined : table.pageBytes(page)
    if (value) pages.set(name, { type: 'put', key: pageKey(rowsPrefix(collection), page), value })
  }
  return [...pages.values()]
}

/** Reads, changes and writes the pages of folded texts: they may not be in memory. A damaged one is made anew. */
async function textOperations(
  { base, texts }: Planned,
  height: number,
  options: PrepareOptions,
): Promise<readonly Operation[]> {
  const operations = [...textsByPage(texts)].map(async ([number, changed]): Promise<Operation> => {
    const key = pageKey(TEXTS_PREFIX, number)
    const stored = await options.datastore.get(key, options)
    const page = stored && (openTextPage(stored) ?? (await pageFromRecords(base, number, options)))
    return { type: 'put', key, value: textPageBytes(withTexts(page, changed, height)) }
  })
  return Promise.all(operations)
}
