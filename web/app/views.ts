import type { View } from './view.ts'

/** The views of the page in the order of the menu. The page opens with the first one. */
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
    id: 'peers',
    title: 'Peers',
    load: async () => (await import('./peers/draw-peers.ts')).drawPeers,
  },
  {
    id: 'names',
    title: 'Names',
    load: async () => (await import('./names/draw-names.ts')).drawNames,
  },
  {
    id: 'ledger',
    title: 'Ledger',
    load: async () => (await import('./ledger/draw-ledger.ts')).drawLedger,
  },
  {
    id: 'settings',
    title: 'Settings',
    load: async () => (await import('./settings/draw-settings.ts')).drawSettings,
  },
]
