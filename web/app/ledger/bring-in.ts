import type { Value } from '../../../src/rpc/client.ts'
import { countText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { onPress } from '../on-press.ts'
import { showProblem } from '../problem.ts'

export type Anchored = Value<'ledger/anchor'>

/** What waits to be in the ledger. Changes nothing. */
export function readWaiting(): Promise<Anchored> {
  return call('ledger/anchor', { options: { 'dry-run': true } })
}

/** Later than due: the node is at it then. */
const LATER_MS = 1_000

/**
 * The button that brings commits into the ledger before they are due, and how many there are. `onBrought` is
 * called too once they are due, when the node brings them in by itself.
 */
export function bringIn(
  section: HTMLElement,
  onBrought: () => Promise<void>,
): { show(anchored: Anchored): void } {
  const waiting = find(section, '#waiting', HTMLElement)
  const button = find(section, '#bring-in', HTMLButtonElement)
  const records = find(section, '#records', HTMLElement)
  let timer: ReturnType<typeof setTimeout> | undefined

  const whenDue = () => {
    // What has the focus would go with the list that it stands in.
    if (!records.contains(document.activeElement)) onBrought().catch(showProblem)
  }
  const show = (anchored: Anchored) => {
    waiting.textContent = waitingText(anchored)
    const isEmpty = anchored.WaitingSince === undefined
    // A button that is turned off loses the focus.
    if (isEmpty && button === document.activeElement) find(records, 'h2', HTMLElement).focus()
    button.disabled = isEmpty
    clearTimeout(timer)
    const leftMs = Date.parse(anchored.Due ?? '') - Date.now()
    if (leftMs > 0) timer = setTimeout(whenDue, leftMs + LATER_MS)
  }
  onPress(button, async () => {
    const anchored = await call('ledger/anchor')
    await onBrought()
    show(anchored)
    announce(broughtText(anchored))
  })
  return { show }
}

function broughtText({ Indexes }: Anchored): string {
  return Indexes.length === 0
    ? 'Nothing was waiting: the ledger has every commit.'
    : `Brought in as ${countText(Indexes.length, 'record')}.`
}

function waitingText({ Waiting, WaitingSince, Due }: Anchored): string {
  if (WaitingSince === undefined || Due === undefined) return 'Nothing waits'
  const [since, due] = [timeText(new Date(WaitingSince)), timeText(new Date(Due))]
  return `${countText(Waiting, 'commit')} waiting since ${since}, due at ${due}`
}

/** With the day where it is another one. */
function timeText(instant: Date): string {
  const isToday = instant.toDateString() === new Date().toDateString()
  return instant.toLocaleString(undefined, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'medium' })
}
