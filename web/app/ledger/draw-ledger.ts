import { call } from '../call.ts'
import { find } from '../find.ts'
import { localized } from '../language/localized.ts'
import { thisNode } from '../node/this-node.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { type AuditTarget, auditPanel, subjectOfResult } from './audit-panel.ts'
import { lastAudit, lastFault } from './audited-roots.ts'
import { ledgerTexts } from './ledger-texts.ts'
import { readPending, submitPending } from './submit-pending.ts'
import './ledger.css'
import markup from './ledger.html?raw'
import { otherLedger } from './other-ledger.ts'
import { otherNode } from './other-node.ts'
import { type LedgerPlace, parseLedgerPlace } from './place.ts'
import { plainState } from './plain-state.ts'
import { queueList } from './queue-list.ts'
import { type Rollapps, readOne, readQueue, readRecords, readRollapps } from './read-ledger.ts'
import { recordList } from './record-list.ts'
import { recordView } from './record-view.ts'
import { rollappList } from './rollapp-list.ts'
import { statePanel } from './state-panel.ts'

/** The ledger of the node: its records, the records that become final next, and the audit. */
export const drawLedger: DrawView = (section) => {
  section.innerHTML = localized(markup, ledgerTexts)
  let turn = new AbortController()
  let place: LedgerPlace | undefined
  const state = statePanel(section)
  let known: { readonly audited: string; readonly root: string; readonly isEmpty: boolean } | undefined
  const showPlain = async () => {
    if (!known) return
    const [last, fault] = await Promise.all([lastAudit(known.audited), lastFault(known.audited)])
    const { kind, title, meaning } = plainState({ ...known, last, fault })
    const plain = find(section, '#ledger-plain', HTMLElement)
    const about = find(section, '#ledger-meaning', HTMLElement)
    plain.textContent = title
    plain.dataset['kind'] = kind
    about.textContent = meaning
    // The result of the audit says the same, with more details, until there are newer records.
    const isSaid =
      subjectOfResult(section) === known.audited && (fault !== undefined || last?.root === known.root)
    plain.hidden = isSaid
    about.hidden = isSaid
  }
  const audit = auditPanel(section, { own: ownTarget, onKnown: showPlain })
  otherNode(section, audit)
  otherLedger(section, audit)

  const refresh = async () => {
    turn.abort()
    turn = new AbortController()
    await draw(turn.signal)
  }
  const waiting = submitPending(section, refresh)

  const draw = async (signal: AbortSignal) => {
    const records = find(section, '#records', HTMLElement)
    records.ariaBusy = 'true'
    const anchored = await readPending()
    const own = anchored.RollappId
    const shown = place?.rollappId ?? own
    const [params, queue, ledger] = await Promise.all([call('ledger/params'), readQueue(), readRollapps()])
    const isThere = mayHold(ledger, shown)
    const hasWaiting = shown === own && anchored.WaitingSince !== undefined
    const body = await drawPlace(place ?? parseLedgerPlace(''), { shown, own, isThere, hasWaiting })
    const audited = (await originOfNode()) ?? own
    await audit.show(audited)
    if (signal.aborted) return
    known = { audited, root: params.Root['/'], isEmpty: !mayHold(ledger, own) }
    await showPlain()
    waiting.show(anchored)
    state.show(params)
    // The first button audits it already.
    find(section, '#audit-server', HTMLElement).hidden = audited === location.origin
    find(section, '#queue', HTMLElement).replaceChildren(queueList(queue, params.Height))
    const node = audited === own ? ledgerTexts.thisBrowser : ledgerTexts.thisNode
    find(section, '#rollapps', HTMLElement).replaceChildren(rollappList(ledger, { own, shown, node }))
    find(section, '#records-title', HTMLElement).textContent = body.title
    find(section, '.pending', HTMLElement).hidden = place?.kind === 'record'
    find(section, '#records-body', HTMLElement).replaceChildren(body.element)
    records.ariaBusy = 'false'
  }

  return (rest) => {
    const isTurn = place !== undefined
    place = parseLedgerPlace(rest)
    refresh()
      .then(() => {
        if (isTurn && rest !== '') find(section, '#records-title', HTMLElement).focus()
      })
      .catch(showProblem)
  }
}

/** The origin of a node outside this browser. `undefined` for the node in this browser. */
async function originOfNode(): Promise<string | undefined> {
  const node = await thisNode()
  if (node.kind === 'browser') return undefined
  return node.kind === 'server' ? location.origin : node.url
}

/** The ledger of another node, which this browser reads over the network, or of its own: its newest root. */
async function ownTarget(): Promise<AuditTarget> {
  const from = await originOfNode()
  if (from !== undefined) return { from }
  const [{ RollappId: rollappId }, { Root }] = await Promise.all([readPending(), call('ledger/params')])
  const ledger = await readRollapps()
  // If an earlier audit found it, its absence now is a finding, so it is audited.
  if (mayHold(ledger, rollappId) || (await lastAudit(rollappId))) return { rollappId, root: Root['/'] }
  throw new Error(ledgerTexts.nothingToAudit)
}

/** False when all rollapps are listed and this one is not among them. */
function mayHold({ rollapps, total }: Rollapps, rollappId: string): boolean {
  return total > rollapps.length || rollapps.some(({ id }) => id === rollappId)
}

interface Around {
  readonly shown: string
  readonly own: string
  readonly isThere: boolean
  readonly hasWaiting: boolean
}

async function drawPlace(
  place: LedgerPlace,
  { shown, own, isThere, hasWaiting }: Around,
): Promise<{ title: string; element: HTMLElement }> {
  if (place.kind === 'record') {
    const record = await readOne(place.rollappId, place.index)
    const title = ledgerTexts.recordName(record.index)
    return { title, element: recordView(record, { isOwn: place.rollappId === own }) }
  }
  const isEmpty = place.rollappId === undefined && !isThere
  const page = isEmpty ? { records: [], total: 0 } : await readRecords(shown, place.page)
  const title = shown === own ? ledgerTexts.records : ledgerTexts.recordsOf(shown)
  return { title, element: recordList(shown, place.page, { ...page, hasWaiting }) }
}
