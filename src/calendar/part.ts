import { definePart } from '../node/part.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import { keptByRoots } from '../repo/kept-by-roots.ts'
import type { Calendar } from './model/calendar.ts'
import { isHiddenRecord } from './store/blocks/record-block.ts'
import { createKeptBlock } from './store/commits/kept-block.ts'
import { calendarRoots, pictureRoots } from './store/commits/live-roots.ts'
import { type CalendarOptions, createCalendar } from './store/create-calendar.ts'
import { createDerivedIndexes } from './store/rows/derive-row.ts'

/** Limits on the calendar history that garbage collection keeps. */
export interface CalendarRetention {
  /** Number of newest commits whose whole search trees are kept; 256 when absent. */
  readonly keptStates?: number
}

interface Needs extends Omit<CalendarOptions, 'derivedIndexes'> {
  readonly coverWalk: DagWalk
  readonly calendarRetention: CalendarRetention
}

/** The calendar service. Garbage collection keeps its commits, its newest search trees and its pictures. */
export const calendarPart = definePart({
  name: 'calendar',
  needs: {
    blockstore: 'required',
    datastore: 'required',
    random: 'required',
    clock: 'required',
    locks: 'required',
    coverWalk: 'required',
    calendarRetention: 'required',
  },
  create: (needs: Needs): Calendar => createCalendar({ ...needs, derivedIndexes: createDerivedIndexes() }),
  hides: () => isHiddenRecord,
  roots: (_, { blockstore, datastore, calendarRetention }) =>
    calendarRoots({ blockstore, datastore, ...calendarRetention }),
  keeps: (calendar, { blockstore, datastore, coverWalk }) => {
    const isOurs = createKeptBlock({ calendar, blockstore })
    const isPicture = keptByRoots(pictureRoots(calendar), { datastore, walk: coverWalk })
    return async (cid, options) => (await isOurs(cid, options)) || isPicture(cid, options)
  },
})
