import { askBeforeLeaving } from '../../ask-before-leaving.ts'
import { find } from '../../find.ts'
import { hideProblem, showProblem } from '../../problem.ts'
import { contentTexts } from '../content-texts.ts'
import { interrupted } from './interrupted.ts'
import { type ProgressRow, type ProgressView, progressRow } from './progress-view.ts'

/** Something that is added to the node. */
export interface Transfer {
  /** For the visitor: `Adding to Photos`. */
  readonly title: string
  /** Resolves to a message for the visitor. */
  readonly run: (running: RunningTransfer) => Promise<string>
}

export interface RunningTransfer {
  readonly signal: AbortSignal
  readonly progress: ProgressView
  /** Tells that the transfer can be continued after a reload from now on. */
  readonly keep: () => void
}

/** A transfer was cut off, and the view offers to continue it: that is no problem to show. The message tells how far it is. */
export class CutOff extends Error {}

/** Transfers that run at the same time. Further ones wait for their turn. */
const MAX_RUNNING = 2

interface Row extends ProgressRow {
  readonly transfer: Transfer
  readonly controller: AbortController
  isKept: boolean
}

/**
 * Runs transfers, each with its progress and a Cancel button, and calls `onEnd` after each, with whether it has come
 * to its end. Leaving the page asks first, unless all of them can be continued.
 */
export function transfers(
  section: HTMLElement,
  onEnd: (isDone: boolean) => void,
): (transfer: Transfer) => void {
  const box = find(section, '#progress', HTMLElement)
  const rows = new Set<Row>()
  const waiting: Row[] = []
  const remember = interrupted()
  let running = 0

  let stopAsking: (() => void) | undefined
  const changed = () => {
    box.hidden = rows.size === 0
    const lost = [...rows].filter(({ isKept }) => !isKept)
    remember(lost.map(({ transfer }) => transfer.title))
    stopAsking?.()
    stopAsking = lost.length > 0 ? askBeforeLeaving() : undefined
  }
  const end = (row: Row, message: string) => {
    rows.delete(row)
    row.view.end(message)
    row.element.remove()
    changed()
  }
  const next = () => {
    const row = running < MAX_RUNNING ? waiting.shift() : undefined
    if (row) void run(row)
  }
  const run = async (row: Row) => {
    const { signal } = row.controller
    const keep = () => {
      row.isKept = true
      changed()
    }
    running += 1
    let isDone = false
    try {
      end(row, await row.transfer.run({ signal, progress: row.view, keep }))
      isDone = true
    } catch (error) {
      const isCutOff = error instanceof CutOff
      end(row, signal.aborted ? contentTexts.cancelled : isCutOff ? error.message : '')
      if (!signal.aborted && !isCutOff) showProblem(error)
    } finally {
      running -= 1
      onEnd(isDone)
      next()
    }
  }

  return (transfer) => {
    const controller = new AbortController()
    const cancel = () => {
      controller.abort()
      const at = waiting.indexOf(row)
      if (at < 0) return
      waiting.splice(at, 1)
      end(row, contentTexts.cancelled)
    }
    const row: Row = { ...progressRow(transfer.title, cancel), transfer, controller, isKept: false }
    hideProblem()
    rows.add(row)
    box.append(row.element)
    changed()
    row.view.start(contentTexts.waiting)
    waiting.push(row)
    next()
  }
}
