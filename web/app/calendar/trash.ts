import type { WireEvent } from '../../../src/calendar/wire.ts'
import { announce } from '../announce.ts'
import { element } from '../element.ts'
import { onPress } from '../on-press.ts'
import { calendar } from './calendar-api.ts'
import { addressOf } from './place.ts'
import { startDay } from './when.ts'

interface TrashOptions {
  /** Called with the restored event. */
  readonly onRestored: (event: WireEvent) => void
}

/** A button that moves an event to the trash, and then replaces `shown` by a way to restore it. */
export function trashButton(event: WireEvent, shown: HTMLElement, options: TrashOptions): HTMLElement {
  return actionButton('Move to trash', async () => {
    await calendar.remove(event.id)
    announce('The event is in the trash.')
    const back = actionButton('Take it back', async () => {
      options.onRestored(await calendar.save(event.id, { status: event.status }))
      announce('The event is back.')
    })
    const month = element('a', {
      className: 'button',
      href: addressOf({ kind: 'month', day: startDay(event) }),
      textContent: 'To the month',
    })
    shown.replaceChildren(
      element('p', { textContent: 'This event is in the trash. It no longer appears in lists or months.' }),
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
