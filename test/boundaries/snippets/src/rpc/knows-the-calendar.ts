// expects: lint/style/noRestrictedImports
import { listEvents } from '../calendar/events.ts'

export const list = listEvents
