import type { Value } from '../../../src/rpc/client.ts'
import { countText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { call } from '../call.ts'
import { find } from '../find.ts'
import { locale } from '../language/language.ts'
import { onPress } from '../on-press.ts'
import { showProblem } from '../problem.ts'
import { ledgerTexts } from './ledger-texts.ts'

export type PendingCommits = Value<'ledger/anchor'>

/** Reads what waits to be submitted to the ledger. Changes nothing. */
export function readPending(): Promise<PendingCommits> {
  return call('ledger/anchor', { options: { 'dry-run': true } })
}

/** Margin after the due time, while the node is submitting. */
const LATER_MS = 1_000

/**
 * The button that submits commits to the ledger before they are due, and their number. `onSubmitted` is also
 * called when they are due, since the node then submits them automatically.
 */
export function submitPending(
  section: HTMLElement,
  onSubmitted: () => Promise<void>,
): { show(anchored: PendingCommits): void } {
  const waiting = find(section, '#waiting', HTMLElement)
  const button = find(section, '#submit-pending', HTMLButtonElement)
  const records = find(section, '#records', HTMLElement)
  let timer: ReturnType<typeof setTimeout> | undefined

  const whenDue = () => {
    // A refresh would replace the list and lose the focus inside it.
    if (!records.contains(document.activeElement)) onSubmitted().catch(showProblem)
  }
  const show = (anchored: PendingCommits) => {
    waiting.textContent = waitingText(anchored)
    const isEmpty = anchored.WaitingSince === undefined
    // A disabled button loses the focus.
    if (isEmpty && button === document.activeElement) find(records, 'h2', HTMLElement).focus()
    button.disabled = isEmpty
    clearTimeout(timer)
    const leftMs = Date.parse(anchored.Due ?? '') - Date.now()
    if (leftMs > 0) timer = setTimeout(whenDue, leftMs + LATER_MS)
  }
  onPress(button, async () => {
    const anchored = await call('ledger/anchor')
    await onSubmitted()
    show(anchored)
    announce(submittedText(anchored))
  })
  return { show }
}

function submittedText({ Indexes }: PendingCommits): string {
  return Indexes.length === 0
    ? ledgerTexts.nothingWaited
    : ledgerTexts.submittedAs(countText(Indexes.length, 'record'))
}

function waitingText({ Waiting, WaitingSince, Due }: PendingCommits): string {
  if (WaitingSince === undefined || Due === undefined) return ledgerTexts.nothingPending
  const [since, due] = [timeText(new Date(WaitingSince)), timeText(new Date(Due))]
  return ledgerTexts.waitingSince({ commits: countText(Waiting, 'commit'), since, due })
}

/** The time, with the day unless it is today. */
function timeText(instant: Date): string {
  const isToday = instant.toDateString() === new Date().toDateString()
  return instant.toLocaleString(locale, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'medium' })
}
