import type { EventSelection } from '../../model/selection.ts'
import { readWindow, WINDOW_NAMES, type Window, windowBounds } from '../../time/window.ts'
import type { SentParameters } from '../read/read-query.ts'
import { isTruthy } from '../resources/values.ts'
import type { Scope } from '../scope.ts'

export interface EventWindow {
  readonly bounds: Pick<EventSelection, 'starts' | 'ends'>
  /** The effective dates, for links. */
  readonly shown: Window
}

/** When the events of a list are; whenever, when it names them. Spec: calendar facts, sections 8.3 to 8.5. */
export function eventWindow(sent: SentParameters, { siteZone, nowMs }: Scope): EventWindow {
  if ((sent.get('include') ?? null) !== null) return { bounds: {}, shown: {} }
  const dates = WINDOW_NAMES.map((name) => [name, sent.get(name) ?? undefined] as const)
  const texts = Object.fromEntries(
    dates.filter(([, date]) => date !== undefined).map(([name, date]) => [name, String(date)]),
  )
  const shown = readWindow(texts, { siteZone, nowMs, isStrict: isTruthy(sent.get('strict_dates')) })
  return { bounds: windowBounds(shown, siteZone), shown }
}
