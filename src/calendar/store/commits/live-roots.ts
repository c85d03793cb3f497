import { parseCid } from '../../../codec/cid/cid.ts'
import type { LiveRoots } from '../../../parts/live-roots.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import type { Calendar } from '../../model/calendar.ts'
import { walkCommits } from './commit.ts'
import { readHead } from './head.ts'

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
