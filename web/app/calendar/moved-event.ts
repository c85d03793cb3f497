import type { WireEvent } from '../../../src/calendar/wire.ts'
import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { calendarApi } from './calendar-api.ts'
import { calendarTexts } from './calendar-texts.ts'
import { type Shift, shifted } from './grid/drag.ts'
import { plainText } from './plain-text.ts'
import { whenText } from './when.ts'

/** An event before and after it was moved. */
export interface MovedEvent {
  readonly before: WireEvent
  readonly after: WireEvent
}

/** Moves an event, keeping its length. */
export async function moveEvent(event: WireEvent, shift: Shift): Promise<MovedEvent> {
  const after = await calendarApi.save(event.id, {
    start_date: shifted(event.start_date, shift),
    end_date: shifted(event.end_date, shift),
  })
  announce(calendarTexts.movedTo(plainText(after.title), whenText(after)))
  return { before: event, after }
}

/** A button that moves the event back. It stays until another part of the calendar is opened. */
export function undoButton({ before, after }: MovedEvent, onMoved: () => void): HTMLButtonElement {
  document.querySelector('.undo')?.remove()
  const button = element('button', {
    type: 'button',
    className: 'undo',
    textContent: calendarTexts.undoMoving(plainText(after.title)),
  })
  onPress(button, async () => {
    const { start_date, end_date } = before
    const restored = await calendarApi.save(before.id, { start_date, end_date })
    announce(calendarTexts.backAt(plainText(restored.title), whenText(restored)))
    button.remove()
    onMoved()
  })
  return button
}
