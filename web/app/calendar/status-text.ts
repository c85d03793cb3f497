import { calendarTexts } from './calendar-texts.ts'

const STATES: Readonly<Record<string, string>> = {
  draft: calendarTexts.stateDraft,
  pending: calendarTexts.statePending,
  private: calendarTexts.statePrivate,
  future: calendarTexts.stateFuture,
  trash: calendarTexts.stateTrash,
}

/** The status of an event, a venue or an organizer in words. An unknown one stays as the API names it. */
export function statusText(status: string): string {
  return STATES[status] ?? status
}
