import type { View } from './view.ts'

/** The parts of the page, in the order of the menu; the first is where it opens. */
export const VIEWS: readonly [View, ...View[]] = [
  {
    id: 'content',
    title: 'Content',
    load: async () => (await import('./content/draw-content.ts')).drawContent,
  },
  {
    id: 'explorer',
    title: 'Explorer',
    load: async () => (await import('./explorer/draw-explorer.ts')).drawExplorer,
  },
  {
    id: 'calendar',
    title: 'Calendar',
    load: async () => (await import('./calendar/draw-calendar.ts')).drawCalendar,
  },
  {
    id: 'ledger',
    title: 'Ledger',
    load: async () => (await import('./ledger/draw-ledger.ts')).drawLedger,
  },
]
