import { frameTexts } from './language/frame-texts.ts'
import type { View } from './view.ts'

/** The views of the page in the order of the menu. The page opens with the first one. */
export const VIEWS: readonly [View, ...View[]] = [
  {
    id: 'content',
    title: frameTexts.content,
    load: async () => (await import('./content/draw-content.ts')).drawContent,
  },
  {
    id: 'explorer',
    title: frameTexts.explorer,
    load: async () => (await import('./explorer/draw-explorer.ts')).drawExplorer,
  },
  {
    id: 'calendar',
    title: frameTexts.calendar,
    load: async () => (await import('./calendar/draw-calendar.ts')).drawCalendar,
  },
  {
    id: 'peers',
    title: frameTexts.peers,
    load: async () => (await import('./peers/draw-peers.ts')).drawPeers,
  },
  {
    id: 'names',
    title: frameTexts.names,
    load: async () => (await import('./names/draw-names.ts')).drawNames,
  },
  {
    id: 'ledger',
    title: frameTexts.ledger,
    load: async () => (await import('./ledger/draw-ledger.ts')).drawLedger,
  },
  {
    id: 'settings',
    title: frameTexts.settings,
    load: async () => (await import('./settings/draw-settings.ts')).drawSettings,
  },
]
