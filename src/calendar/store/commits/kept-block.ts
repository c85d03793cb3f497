import { blockKey, type CID } from '../../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { attempt } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import { type Calendar, type CalendarView, COLLECTIONS, type Commit } from '../../model/calendar.ts'
import type { Uid } from '../../model/records.ts'
import { readRecord } from '../record-block.ts'
import { readTreeNode } from '../tree/tree-node.ts'
import { readCommit } from './commit.ts'

export interface KeptBlockOptions {
  readonly calendar: Pick<Calendar, 'view' | 'commits'>
  readonly blockstore: Pick<Blockstore, 'get'>
}

/** Newest commits that are searched. An older one is assumed to belong to this calendar. */
const MOST_COMMITS = 256
/** Maximum number of tree levels without keys that are followed; chance makes one or two. */
const MOST_LEVELS = 16

/**
 * Creates a function that tells whether a block is a commit of this calendar, a version of one of its records, or a
 * node of its search trees, including old ones that garbage collection would remove. It reads the block itself and
 * the index in memory and walks no tree, so the cost does not grow with the calendar.
 */
export function createKeptBlock({ calendar, blockstore }: KeptBlockOptions) {
  const isOurs = async (cid: CID, levels: number, options: AbortOptions): Promise<boolean> => {
    const bytes = await blockstore.get(cid, options)
    const block = bytes && readCalendarBlock(bytes)
    if (!block) return false
    const view = await calendar.view(options)
    if (!view.head) return false
    if (block.isTerm || isKnown(block, view)) return true
    if (block.commit) return isInHistory(cid, block.commit, options)
    return block.onlyBelow !== undefined && levels > 0 && isOurs(block.onlyBelow, levels - 1, options)
  }

  const isInHistory = async (cid: CID, { height }: Commit, options: AbortOptions): Promise<boolean> => {
    let left = MOST_COMMITS
    for await (const held of calendar.commits(undefined, options)) {
      if (blockKey(held.cid) === blockKey(cid)) return true
      if (held.commit.height <= height) return false
      left -= 1
      if (left === 0) return true
    }
    return false
  }

  return (cid: CID, options: AbortOptions = {}): Promise<boolean> => isOurs(cid, MOST_LEVELS, options)
}

function isKnown({ uids }: CalendarBlock, view: CalendarView): boolean {
  return uids.some((uid) => COLLECTIONS.some((collection) => view.idByUid(collection, uid) !== undefined))
}

/** A block in one of the calendar's formats. */
export interface CalendarBlock {
  /** Uids of the records that the block stores, changes, or refers to. */
  readonly uids: readonly Uid[]
  /** Only for a commit. */
  readonly commit?: Commit
  /** The only child of a tree node without keys. */
  readonly onlyBelow?: CID
  /** True for a version of a category or tag. These can be removed permanently, so their uid may be unknown. */
  readonly isTerm?: boolean
}

/** Parses a block in a format of the calendar, of this or another one; `undefined` for other blocks. */
function readCalendarBlock(bytes: Uint8Array): CalendarBlock | undefined {
  const value = attempt(() => decodeDagCbor(bytes))
  if (!(value instanceof Map)) return undefined
  if (value.has('changes')) return attempt(() => ofCommit(readCommit(value)))
  if (value.has('e')) return attempt(() => ofTree(value))
  const uid = value.get('uid')
  if (typeof uid !== 'string') return undefined
  return { uids: [uid], isTerm: attempt(() => readRecord('categories', value)) !== undefined }
}

function ofCommit(commit: Commit): CalendarBlock {
  return { uids: commit.changes.map(({ uid }) => uid), commit }
}

function ofTree(value: DagValue): CalendarBlock {
  const { keys, below } = readTreeNode(value)
  const [first] = below
  const uids = keys.map((key) => key.slice(key.indexOf('/') + 1))
  return { uids, ...(uids.length === 0 && first && { onlyBelow: first }) }
}
