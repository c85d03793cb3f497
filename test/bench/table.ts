import { type Goal, type Outcome, type Row, ratioTo } from './measure.ts'

/** Rows as a Markdown table: a line for each, with how many times better we are than the peer. */
export function table(rows: readonly Row[]): string {
  const lines = ['| | tidepool | peer | ratio | goal |', '|---|---|---|---|---|', ...rows.map(tableLine)]
  return `${lines.join('\n')}\n`
}

/** One row of the table. */
export function tableLine(row: Row): string {
  const peer = peerOf(row)
  const ratio = peer === undefined ? undefined : ratioTo(peer, row)
  const cells = [
    `${row.section}: ${row.name}`,
    shown(row, 'tidepool'),
    peer === undefined ? '' : `${peer}: ${shown(row, peer)}`,
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    goalText(row, ratio),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Whether a row shows what it has to; `undefined` where it has no goal, or no figure to hold against it. */
function isMet(row: Row): boolean | undefined {
  const { goal, outcomes, unit } = row
  const ours = outcomes['tidepool']
  if (!goal || !ours) return undefined
  if ('failure' in ours) return false
  if ('figure' in goal)
    return unit.better === 'higher' ? ours.median >= goal.figure : ours.median <= goal.figure
  const peer = peerOf(row)
  const ratio = peer === undefined ? undefined : ratioTo(peer, row)
  return ratio === undefined ? undefined : ratio >= goal.ratio
}

function peerOf({ outcomes }: Row): string | undefined {
  return Object.keys(outcomes).find((name) => name !== 'tidepool')
}

function shown({ outcomes, unit }: Row, name: string): string {
  const outcome: Outcome | undefined = outcomes[name]
  if (!outcome) return ''
  if ('failure' in outcome) return `failed (${outcome.failure.replaceAll('|', '/')})`
  return `${outcome.median.toFixed(outcome.median < 100 ? 2 : 0)} ${unit.name}`
}

function goalText(row: Row, ratio: number | undefined): string {
  const met = isMet(row)
  if (!row.goal || met === undefined) return ''
  return `${met ? '✓' : '✗'} ${wanted(row.goal, row)}${met || ratio === undefined ? '' : ' missed'}`
}

function wanted(goal: Goal, { unit }: Row): string {
  if ('ratio' in goal) return `${goal.ratio}×`
  return `${unit.better === 'higher' ? '≥' : '≤'} ${goal.figure} ${unit.name}`
}
