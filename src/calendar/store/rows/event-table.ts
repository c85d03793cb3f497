import type { EventRow } from '../../model/rows.ts'
import { EMPTY_PAGE, type EventPage, openEventPage, PAGE_IDS } from './event-page.ts'
import { cidAt, readEventRow, slugBytes, uidBytes, withEvent, writeDigest } from './event-row.ts'
import type { Table } from './row-table.ts'

/** Rows of events: a {@link Table} that also gives its pages of columns, for loops over very many events. */
export interface EventTable extends Table<'events'> {
  /** Pages by number; absent where no event ever was. */
  readonly pages: readonly (EventPage | undefined)[]
  with(...change: Parameters<Table<'events'>['with']>): EventTable
  withCid(...change: Parameters<Table<'events'>['withCid']>): EventTable
  withPage(...change: Parameters<Table<'events'>['withPage']>): EventTable
}

/** Makes a table of pages, which are indexed by number. */
export function eventTable(pages: readonly (EventPage | undefined)[]): EventTable {
  return tableOf(
    pages,
    pages.reduce((sum, page) => sum + (page ? rowsOn(page) : 0), 0),
  )
}

function tableOf(pages: readonly (EventPage | undefined)[], size: number): EventTable {
  const pageOf = (id: number) => pages[Math.floor(id / PAGE_IDS)]
  const held = (id: number) => {
    const page = pageOf(id)
    return page?.status[id % PAGE_IDS] ? page : undefined
  }
  const replaced = (number: number, page: EventPage, grown: number) => {
    const copy = pages.slice()
    copy[number] = page
    return tableOf(copy, size + grown)
  }

  const table: EventTable = {
    pages,
    size,
    pageOf: (id) => Math.floor(id / PAGE_IDS),
    row(id) {
      const page = held(id)
      return page && readEventRow(page, id)
    },
    cid(id) {
      const page = held(id)
      return page && cidAt(page, id % PAGE_IDS)
    },
    *ids() {
      for (const [number, page] of pages.entries()) {
        for (let slot = 0; page && slot < PAGE_IDS; slot += 1) {
          if (page.status[slot]) yield number * PAGE_IDS + slot
        }
      }
    },
    slugBytes(id) {
      const page = held(id)
      return page && slugBytes(page, id % PAGE_IDS)
    },
    uidBytes(id) {
      const page = held(id)
      return page && uidBytes(page, id % PAGE_IDS)
    },
    with(id, entry, height) {
      const row: EventRow | { id: number } = entry?.row ?? { id }
      const page = withEvent(pageOf(id) ?? EMPTY_PAGE, row, { cid: entry?.cid, height })
      return replaced(Math.floor(id / PAGE_IDS), page, Number(entry !== undefined) - Number(!!held(id)))
    },
    withCid(id, cid) {
      const page = held(id)
      if (page) writeDigest(page, id % PAGE_IDS, cid)
      return table
    },
    withPage(number, bytes) {
      const page = bytes ? openEventPage(bytes) : EMPTY_PAGE
      const before = pages[number]
      return replaced(number, page, rowsOn(page) - (before ? rowsOn(before) : 0))
    },
    pageBytes: (number) => pages[number]?.bytes,
    pageHeight: (number) => pages[number]?.height ?? 0,
  }
  return table
}

function rowsOn({ status }: EventPage): number {
  return status.reduce((sum, code) => sum + (code ? 1 : 0), 0)
}
