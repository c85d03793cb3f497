import { cborBlock } from '../../../blocks/cbor-block.ts'
import { CID } from '../../../codec/cid/cid.ts'
import { type DagValue, isList } from '../../../codec/ipld/dag-value.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Block, Blockstore } from '../../../ports/blockstore.ts'
import { type Change, COLLECTIONS, type Commit, type HeldCommit, MAX_CHANGES } from '../../model/calendar.ts'
import { readCborBlock } from '../record-block.ts'

/** Key of a record in the search tree. */
export function treeKey({ collection, uid }: Pick<Change, 'collection' | 'uid'>): string {
  return `${collection}/${uid}`
}

export function commitBlock({ prev, height, time, author, changes, state }: Commit): Promise<Block> {
  return cborBlock(
    new Map<string, DagValue>([
      ['prev', prev ?? null],
      ['height', BigInt(height)],
      ['time', BigInt(time)],
      ['author', author],
      ['changes', changes.map(changeValue)],
      ['state', state],
    ]),
  )
}

/** Reads a commit. Throws `corrupt` for anything else. */
export function readCommit(value: DagValue): Commit {
  const changes = field(value, 'changes')
  if (!isList(changes) || changes.length > MAX_CHANGES) throw corrupt('changes')
  const state = link(field(value, 'state'))
  const author = field(value, 'author')
  if (!state || typeof author !== 'string') throw corrupt('state or author')
  return {
    prev: link(field(value, 'prev')),
    height: integer(field(value, 'height')),
    time: integer(field(value, 'time')),
    author,
    changes: changes.map(readChange),
    state,
  }
}

function changeValue({ collection, uid, before, after }: Change): DagValue {
  return new Map<string, DagValue>([
    ['collection', collection],
    ['uid', uid],
    ['before', before ?? null],
    ['after', after ?? null],
  ])
}

function readChange(value: DagValue): Change {
  const [name, uid] = [field(value, 'collection'), field(value, 'uid')]
  const collection = COLLECTIONS.find((known) => known === name)
  if (!collection || typeof uid !== 'string') throw corrupt('a change')
  return { collection, uid, before: link(field(value, 'before')), after: link(field(value, 'after')) }
}

function field(value: DagValue, name: string): DagValue {
  const held = value instanceof Map ? value.get(name) : undefined
  if (held === undefined) throw corrupt(name)
  return held
}

function link(value: DagValue): CID | undefined {
  if (value === null) return undefined
  const cid = CID.asCID(value)
  if (!cid) throw corrupt('a link')
  return cid
}

function integer(value: DagValue): number {
  if (typeof value !== 'bigint' || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER))
    throw corrupt('a number')
  return Number(value)
}

function corrupt(what: string): DomainError {
  return new DomainError('corrupt', `Cannot read commit: ${what} is not as the format says`)
}

/** Commits from the newest to the first. Reads one block for each. */
export async function* walkCommits(
  blockstore: Pick<Blockstore, 'get'>,
  from: CID | undefined,
  options: AbortOptions = {},
): AsyncGenerator<HeldCommit, void> {
  for (let cid = from; cid; ) {
    options.signal?.throwIfAborted()
    const commit = readCommit(await readCborBlock(blockstore, cid, options))
    yield { cid, commit }
    cid = commit.prev
  }
}
