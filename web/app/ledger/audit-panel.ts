import { countText } from '../amounts.ts'
import { announce } from '../announce.ts'
import { find } from '../find.ts'
import { onPress } from '../on-press.ts'
import { hideProblem, showProblem } from '../problem.ts'
import { auditResult } from './audit-result.ts'
import { type Audited, forgetAudit, lastAudit, rememberAudit, rememberFault } from './audited-roots.ts'
import { faultText } from './fault-text.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { lastIndex } from './read-ledger.ts'
import { type AuditLine, runAudit } from './run-audit.ts'

/** Interval in which the progress of an audit is announced to screen readers. */
const ANNOUNCE_EVERY_MS = 5_000

/** The subject of an audit: a rollapp under a root whose blocks are in this browser, or the calendar of the node at an origin. */
export type AuditTarget = { readonly rollappId: string; readonly root: string } | { readonly from: string }

export interface AuditPanel {
  /** Audits the result of `target`, one at a time. Never throws, but shows what went wrong. */
  run(target: () => Promise<AuditTarget>): void
  /** Names the rollapp, or the origin, whose last audit is shown. */
  show(of: string): Promise<void>
}

export interface AuditPanelOptions {
  /** The default target. */
  readonly own: () => Promise<AuditTarget>
  /** Called when what is known of earlier audits, or the result that is shown, has changed. */
  readonly onKnown: () => Promise<void>
}

/** The subject of the result that is shown: a rollapp or an origin. `undefined` for none. */
export function subjectOfResult(section: HTMLElement): string | undefined {
  return section.querySelector<HTMLElement>('#audit-result > .verdict')?.dataset['of']
}

/** The audit button, its progress and its result. While an audit runs, the button cancels it. */
export function auditPanel(section: HTMLElement, { own, onKnown }: AuditPanelOptions): AuditPanel {
  const button = find(section, '#audit-run', HTMLButtonElement)
  const result = find(section, '#audit-result', HTMLElement)
  const known = knownLine(section, onKnown)
  const progress = progressOf(section)
  let running: AbortController | undefined

  const audited = async (target: () => Promise<AuditTarget>, signal: AbortSignal) => {
    const chosen = await target()
    const from = 'from' in chosen ? chosen.from : undefined
    const of = 'from' in chosen ? chosen.from : chosen.rollappId
    const before = await lastAudit(of)
    progress.start('from' in chosen ? undefined : await lastIndex(chosen.rollappId, chosen.root))
    const options = { ...chosen, known: before?.root, signal, onLine: progress.show }
    const report = sameCalendar(await runAudit(options), before)
    const { Root, Records, RollappId: rollappId } = report
    const at = new Date().toISOString()
    if (report.Fault) await rememberFault(of, { title: faultText(report.Fault, { from }).title, at })
    else {
      const since = before?.since ?? at
      await rememberAudit(of, { root: Root['/'], records: Number(Records), rollappId, since, at })
    }
    const { element, spoken } = auditResult(report, { before, from })
    element.dataset['of'] = of
    result.replaceChildren(element)
    await onKnown()
    await known.show(of)
    bringIntoView(element)
    announce(spoken)
  }

  const run = (target: () => Promise<AuditTarget>) => {
    if (running) {
      showProblem(new Error(ledgerTexts.auditRunning))
      return
    }
    const controller = new AbortController()
    running = controller
    hideProblem()
    result.replaceChildren()
    onKnown().catch(showProblem)
    button.textContent = ledgerTexts.cancelAudit
    audited(target, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) announce(ledgerTexts.auditCancelled)
        else showProblem(error)
      })
      .finally(() => {
        running = undefined
        button.textContent = ledgerTexts.audit
        progress.end()
      })
  }
  button.addEventListener('click', () => (running ? running.abort() : run(own)))
  return { run, show: known.show }
}

/**
 * Scrolls to the result. One that is higher than the window is shown from its beginning, which is the most
 * important part.
 */
function bringIntoView(verdict: HTMLElement): void {
  const fits = verdict.offsetHeight < innerHeight * 0.8
  verdict.scrollIntoView({ block: fits ? 'nearest' : 'start' })
}

/** Reports a fault when a node names another calendar than at the last audit, which cannot be compared then. */
function sameCalendar(report: AuditLine, before: Audited | undefined): AuditLine {
  const was = before?.rollappId
  if (report.Fault || was === undefined || was === report.RollappId) return report
  const Message = ledgerTexts.otherCalendar(was, report.RollappId)
  return { ...report, Fault: { Kind: 'equivocated', Message } }
}

function progressOf(section: HTMLElement) {
  const box = find(section, '#audit-progress', HTMLElement)
  const bar = find(section, '#audit-bar', HTMLProgressElement)
  const text = find(section, '#audit-text', HTMLElement)
  let records: number | undefined
  let announcedAt = 0
  return {
    /** `total` is the number of records, if known. */
    start(total: number | undefined) {
      records = total
      bar.removeAttribute('value')
      text.textContent =
        total === undefined ? ledgerTexts.auditing : ledgerTexts.auditingRecords(countText(total, 'record'))
      box.hidden = false
      box.scrollIntoView({ block: 'nearest' })
      announcedAt = performance.now()
      announce(text.textContent)
    },
    show({ Records, Commits }: AuditLine) {
      if (Records === '0') return
      if (records) bar.value = Number(Records) / records
      const record = records ? ledgerTexts.countOf(Records, String(records)) : Records
      text.textContent = ledgerTexts.recordCorrect(record, countText(Commits, 'commit'))
      if (performance.now() - announcedAt < ANNOUNCE_EVERY_MS) return
      announcedAt = performance.now()
      announce(text.textContent)
    },
    end() {
      box.hidden = true
    },
  }
}

/** Shows the last audit, with a button to remove it. */
function knownLine(section: HTMLElement, onKnown: () => Promise<void>): { show(of: string): Promise<void> } {
  const line = find(section, '#audit-known', HTMLElement)
  const forget = find(section, '#audit-forget', HTMLButtonElement)
  let shown = ''
  const show = async (of: string) => {
    shown = of
    const last = await lastAudit(of)
    if (shown !== of) return
    const whose = of.includes('://') ? ledgerTexts.lastAuditOf(of) : ledgerTexts.lastAudit
    line.hidden = !last
    forget.hidden = !last
    line.textContent = last
      ? ledgerTexts.lastEnded({ whose, record: String(last.records), root: last.root })
      : ''
  }
  onPress(forget, async () => {
    await forgetAudit(shown)
    await show(shown)
    await onKnown()
    find(section, '#audit-run', HTMLButtonElement).focus()
    announce(ledgerTexts.forgotten)
  })
  return { show }
}
