import { blockKey, type CID, parseCid } from '../../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { attempt, isDomainError } from '../../../errors.ts'
import type { LiveRoots } from '../../../parts/live-roots.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { type Calendar, type CalendarView, COLLECTIONS, type Commit } from '../../model/calendar.ts'
import type { Uid } from '../../model/records.ts'
import { readRecord } from '../record-block.ts'
import { readTreeNode } from '../tree/tree-node.ts'
import { readCommit, walkCommits } from './commit.ts'
import { readHead } from './head-and-log.ts'

export interface LiveRootsOptions {
  readonly blockstore: Pick<Blockstore, 'get'>
  readonly datastore: Pick<Datastore, 'get'>
  /** Number of newest commits whose whole search trees are kept; 256 when absent, at least 1. */
  readonly keptStates?: number | undefined
}

const KEPT_STATES = 256

/**
 * The blocks that garbage collection keeps: all commits, all record versions that they name, and the newest trees
 * with everything below them, pictures included. Older trees can be rebuilt from the commits.
 */
export function calendarRoots({
  blockstore,
  datastore,
  keptStates = KEPT_STATES,
}: LiveRootsOptions): LiveRoots {
  return async function* roots(options) {
    const { head } = await readHead(datastore, options)
    let left = Math.max(1, keptStates)
    for await (const { cid, commit } of walkCommits(blockstore, head?.commit, options)) {
      yield { cid, withoutDescendants: true }
      for (const { before, after } of commit.changes) {
        if (before) yield { cid: before, withoutDescendants: true }
        if (after) yield { cid: after, withoutDescendants: true }
      }
      if (left > 0) yield { cid: commit.state }
      left -= 1
    }
  }
}

/** Number of records read in one call. */
const AT_ONCE = 64

/** Root CIDs of the calendar's pictures. */
export function pictureRoots(calendar: Pick<Calendar, 'view'>): LiveRoots {
  return async function* roots(options) {
    const view = await calendar.view(options)
    const ids = [...view.rows('images')].map(({ id }) => id)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      for (const { record } of await view.read('images', ids.slice(at, at + AT_ONCE), options)) {
        yield { cid: parseCid(record.cid), mayBeIncomplete: true }
      }
    }
  }
}

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
    const bytes = await intactBytes(cid, options)
    const block = bytes && readCalendarBlock(bytes)
    if (!block) return false
    const view = await calendar.view(options)
    if (!view.head) return false
    if (block.isTerm || isKnown(block, view)) return true
    if (block.commit) return isInHistory(cid, block.commit, options)
    return block.onlyBelow !== undefined && levels > 0 && isOurs(block.onlyBelow, levels - 1, options)
  }

  /** `undefined` for a corrupt block too: what it was cannot be told, and nobody can read it. */
  const intactBytes = async (cid: CID, options: AbortOptions) => {
    try {
      return await blockstore.get(cid, options)
    } catch (error) {
      if (isDomainError(error, 'corrupt')) return undefined
      throw error
    }
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
