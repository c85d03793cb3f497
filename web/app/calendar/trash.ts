import type { WireEvent } from '../../../src/calendar/wire.ts'
import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { calendarApi } from './calendar-api.ts'
import { calendarTexts } from './calendar-texts.ts'
import { calendarAddress } from './place.ts'
import { startDay } from './when.ts'

interface TrashOptions {
  /** Called with the restored event. */
  readonly onRestored: (event: WireEvent) => void
}

/** A button that moves an event to the trash, and then replaces `shown` by a way to restore it. */
export function trashButton(event: WireEvent, shown: HTMLElement, options: TrashOptions): HTMLElement {
  return actionButton(calendarTexts.moveToTrash, async () => {
    await calendarApi.remove(event.id)
    announce(calendarTexts.eventTrashed)
    const back = actionButton(calendarTexts.takeBack, async () => {
      options.onRestored(await calendarApi.save(event.id, { status: event.status }))
      announce(calendarTexts.eventBack)
    })
    const month = element('a', {
      className: 'button',
      href: calendarAddress({ kind: 'month', day: startDay(event) }),
      textContent: calendarTexts.toMonth,
    })
    shown.replaceChildren(
      element('p', { textContent: calendarTexts.trashedAbout }),
      element('div', { className: 'actions' }, [back, month]),
    )
    back.focus()
  })
}

function actionButton(textContent: string, act: () => Promise<void>): HTMLButtonElement {
  const button = element('button', { type: 'button', textContent })
  onPress(button, act)
  return button
}
