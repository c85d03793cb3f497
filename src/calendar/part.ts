import { definePart } from '../node/part.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import { keptByRoots } from '../repo/kept-by-roots.ts'
import type { Calendar } from './model/calendar.ts'
import { isHiddenRecord } from './store/blocks/record-block.ts'
import { createKeptBlock } from './store/commits/kept-block.ts'
import { calendarRoots, pictureRoots } from './store/commits/live-roots.ts'
import { type CalendarOptions, createCalendar } from './store/create-calendar.ts'
import { createDerivedIndexes } from './store/rows/derive-row.ts'

/** How much of its past the calendar keeps. */
export interface CalendarRetention {
  /** Of so many newest commits collection keeps the whole search tree; 256 when absent. */
  readonly keptStates?: number
}

interface Needs extends Omit<CalendarOptions, 'derivedIndexes'> {
  readonly coverWalk: DagWalk
  readonly calendarRetention: CalendarRetention
}

/** The calendar on content. Its history, its newest trees and its pictures stay through a collection. */
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
