import { BASE, CONTENT, type Room, SURFACE } from './room.ts'

/** The parts of the calendar that others may import: its types and its store. */
export const CALENDAR_STORE = ['src/calendar/model', 'src/calendar/store']

const CALENDAR_RULES = [
  'src/calendar/text',
  'src/calendar/time',
  'src/calendar/access',
  'src/calendar/rules',
  'src/calendar/plans',
]

/** The floors of the calendar below the node, from the ground up. */
export const calendarFloors: readonly Room[] = [
  {
    path: 'src/calendar/text',
    imports: [...BASE, 'src/html'],
    packages: { 'remove-accents': 'letters without their accents', xss: 'HTML of visitors made harmless' },
  },
  { path: 'src/calendar/time', imports: BASE },
  { path: 'src/calendar/model', imports: [...BASE, 'src/calendar/text', 'src/calendar/time'] },
  {
    path: 'src/calendar/access',
    imports: [...BASE, 'src/access', 'src/calendar/time', 'src/calendar/model'],
  },
  {
    path: 'src/calendar/rules',
    imports: [...BASE, 'src/calendar/model', 'src/calendar/text', 'src/calendar/time'],
  },
  {
    path: 'src/calendar/plans',
    imports: [
      ...BASE,
      'src/content-lock',
      'src/calendar/text',
      'src/calendar/time',
      'src/calendar/model',
      'src/calendar/rules',
    ],
  },
  {
    path: 'src/calendar/store',
    imports: [...BASE, ...CONTENT, 'src/calendar/model', 'src/calendar/text', 'src/calendar/time'],
  },
  {
    path: 'src/calendar/wire.ts',
    imports: ['src/calendar/model', 'src/calendar/text', 'src/calendar/time'],
  },
]

/** The floors of the calendar that answer requests. */
export const calendarSurface: readonly Room[] = [
  {
    path: 'src/calendar/pictures',
    imports: [...SURFACE, 'src/net', 'src/calendar/model'],
  },
  {
    path: 'src/calendar/rest',
    imports: [
      ...SURFACE,
      'src/calendar/model',
      ...CALENDAR_RULES,
      'src/calendar/wire.ts',
      'src/calendar/pictures',
    ],
  },
  {
    path: 'src/calendar/pages',
    imports: [
      ...SURFACE,
      'src/calendar/model',
      ...CALENDAR_RULES,
      'src/calendar/rest',
      'src/calendar/wire.ts',
    ],
  },
  {
    path: 'src/calendar/routes.ts',
    imports: [
      ...SURFACE,
      'src/calendar/model',
      'src/calendar/access',
      'src/calendar/rest',
      'src/calendar/pages',
    ],
  },
]
