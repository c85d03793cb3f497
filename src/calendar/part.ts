import type { ContentLock } from '../content-lock/content-lock.ts'
import { definePart } from '../parts/define-part.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import { keptByRoots } from '../repo/kept-by-roots.ts'
import { keyOf } from '../state/keys.ts'
import type { Calendar } from './model/calendar.ts'
import { publishDue } from './plans/publish-due.ts'
import { calendarRoots, createKeptBlock, pictureRoots } from './store/commits/kept-blocks.ts'
import { CALENDAR_LOCK, type CalendarOptions, createCalendar } from './store/create-calendar.ts'
import { isHiddenRecord } from './store/record-block.ts'
import { createDerivedIndexes } from './store/rows/derive-row.ts'
import { TEXTS_PREFIX } from './store/rows/keys.ts'
import { readSiteZone } from './time/zone.ts'

/** Limits on the calendar history that garbage collection keeps. */
export interface CalendarRetention {
  /** Number of newest commits whose whole search trees are kept; 256 when absent. */
  readonly keptStates?: number
}

export interface CalendarNeeds extends Omit<CalendarOptions, 'derivedIndexes'> {
  readonly coverWalk: DagWalk
  readonly calendarRetention: CalendarRetention
  readonly contentLock: Pick<ContentLock, 'whileAdding'>
  readonly siteZone?: string | undefined
}

/**
 * The calendar service. Garbage collection keeps its commits, its newest search trees and its pictures. Records are
 * published when their date comes, on a host with an alarm; on another the next write publishes them.
 */
export const calendarPart = definePart({
  name: 'calendar',
  needs: {
    blockstore: 'required',
    datastore: 'required',
    random: 'required',
    clock: 'required',
    locks: 'required',
    logger: 'required',
    coverWalk: 'required',
    calendarRetention: 'required',
    contentLock: 'required',
    siteZone: 'optional',
  },
  create: (needs: CalendarNeeds): Calendar =>
    createCalendar({ ...needs, derivedIndexes: createDerivedIndexes() }),
  hides: () => isHiddenRecord,
  saves: { prefixes: [keyOf('calendar/')], lock: CALENDAR_LOCK, derived: [TEXTS_PREFIX] },
  roots: (_, { blockstore, datastore, calendarRetention }) =>
    calendarRoots({ blockstore, datastore, ...calendarRetention }),
  keeps: (calendar, { blockstore, datastore, coverWalk }) => {
    const isOurs = createKeptBlock({ calendar, blockstore })
    const isPicture = keptByRoots(pictureRoots(calendar), { datastore, walk: coverWalk })
    return async (cid, options) => (await isOurs(cid, options)) || isPicture(cid, options)
  },
  due: (calendar, { clock, contentLock, siteZone: name }) => {
    const siteZone = readSiteZone(name)
    return {
      name: 'publication',
      run: () => publishDue({ calendar, contentLock }, { nowMs: clock.now() }),
      nextMs: () => calendar.nextDueMs({ nowMs: clock.now(), siteZone }),
      canComeEarlier: true,
      onChange: (update) => calendar.onCommit(async () => update()),
    }
  },
})
