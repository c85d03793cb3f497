import { call } from '../call.ts'
import { find } from '../find.ts'
import { showProblem } from '../problem.ts'
import type { DrawView } from '../view.ts'
import { type AuditTarget, auditPanel } from './audit-panel.ts'
import { lastAudit } from './audited-roots.ts'
import { readPending, submitPending } from './submit-pending.ts'
import './ledger.css'
import markup from './ledger.html?raw'
import { otherLedger } from './other-ledger.ts'
import { otherNode } from './other-node.ts'
import { type Place, parsePlace } from './place.ts'
import { queueList } from './queue-list.ts'
import { type Rollapps, readOne, readQueue, readRecords, readRollapps } from './read-ledger.ts'
import { recordList } from './record-list.ts'
import { recordView } from './record-view.ts'
import { rollappList } from './rollapp-list.ts'
import { statePanel } from './state-panel.ts'

/** The ledger of this browser's node: its records, the records that become final next, and the audit. */
export const drawLedger: DrawView = (section) => {
  section.innerHTML = markup
  let turn = new AbortController()
  let place: Place | undefined
  const state = statePanel(section)
  const audit = auditPanel(section, ownTarget)
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
    const body = await drawPlace(place ?? parsePlace(''), { shown, own, isThere })
    await audit.show(own)
    if (signal.aborted) return
    waiting.show(anchored)
    state.show(params)
    find(section, '#queue', HTMLElement).replaceChildren(queueList(queue, params.Height))
    find(section, '#rollapps', HTMLElement).replaceChildren(rollappList(ledger, { own, shown }))
    find(section, '#records-title', HTMLElement).textContent = body.title
    find(section, '.pending', HTMLElement).hidden = place?.kind === 'record'
    find(section, '#records-body', HTMLElement).replaceChildren(body.element)
    records.ariaBusy = 'false'
  }

  return (rest) => {
    const isTurn = place !== undefined
    place = parsePlace(rest)
    refresh()
      .then(() => {
        if (isTurn && rest !== '') find(section, '#records-title', HTMLElement).focus()
      })
      .catch(showProblem)
  }
}

/** The newest root of this node, and the rollapp of its calendar. */
async function ownTarget(): Promise<AuditTarget> {
  const [{ RollappId: rollappId }, { Root }] = await Promise.all([readPending(), call('ledger/params')])
  const ledger = await readRollapps()
  // If an earlier audit found it, its absence now is a finding, so it is audited.
  if (mayHold(ledger, rollappId) || (await lastAudit(rollappId))) return { rollappId, root: Root['/'] }
  throw new Error(
    'There is nothing to audit yet: the ledger has no commits of the calendar. Make an event in the calendar, then submit pending commits.',
  )
}

/** False when all rollapps are listed and this one is not among them. */
function mayHold({ rollapps, total }: Rollapps, rollappId: string): boolean {
  return total > rollapps.length || rollapps.some(({ id }) => id === rollappId)
}

interface Around {
  readonly shown: string
  readonly own: string
  readonly isThere: boolean
}

async function drawPlace(
  place: Place,
  { shown, own, isThere }: Around,
): Promise<{ title: string; element: HTMLElement }> {
  if (place.kind === 'record') {
    const record = await readOne(place.rollappId, place.index)
    const title = `Record ${record.index}`
    return { title, element: recordView(record, { isOwn: place.rollappId === own }) }
  }
  const isEmpty = place.rollappId === undefined && !isThere
  const page = isEmpty ? { records: [], total: 0 } : await readRecords(shown, place.page)
  const title = shown === own ? 'Records' : `Records of ${shown}`
  return { title, element: recordList(shown, place.page, page) }
}
