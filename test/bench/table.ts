import { type Goal, type Outcome, type Row, ratioTo } from './measure.ts'

/** Rows as a Markdown table: a line for each, with how many times better we are than the peer. */
export function table(rows: readonly Row[]): string {
  const lines = ['| | tidepool | peer | ratio | goal |', '|---|---|---|---|---|', ...rows.map(tableLine)]
  return `${lines.join('\n')}\n`
}

/** One row of the table. */
export function tableLine(row: Row): string {
  const peers = Object.keys(row.outcomes).filter((name) => name !== OURS)
  const ratios = peers.map((name) => ratioTo(name, row)).filter((ratio) => ratio !== undefined)
  const cells = [
    `${row.section}: ${row.name}`,
    shown(row, OURS),
    peers.map((name) => `${name}: ${shown(row, name)}`).join('; '),
    ratios.map((ratio) => `${ratio.toFixed(2)}×`).join('; '),
    goalText(row),
  ]
  return `| ${cells.join(' | ')} |`
}

const OURS = 'tidepool'

/** Whether a row shows what it has to; `undefined` where it has no goal, or no figure to hold against it. */
function isMet(row: Row): boolean | undefined {
  const { goal, outcomes, unit } = row
  const ours = outcomes[OURS]
  if (!goal || !ours) return undefined
  if ('failure' in ours) return false
  if ('figure' in goal)
    return unit.better === 'higher' ? ours.median >= goal.figure : ours.median <= goal.figure
  const peer = Object.keys(outcomes).find((name) => name !== OURS)
  const ratio = peer === undefined ? undefined : ratioTo(peer, row)
  if (ratio === undefined) return undefined
  const { floor } = goal
  return ratio >= goal.ratio || (floor !== undefined && (ratioTo(floor.name, row) ?? 0) >= floor.ratio)
}

function shown({ outcomes, unit }: Row, name: string): string {
  const outcome: Outcome | undefined = outcomes[name]
  if (!outcome) return ''
  if ('failure' in outcome) return `failed (${outcome.failure.replaceAll('|', '/')})`
  return `${outcome.median.toFixed(outcome.median < 100 ? 2 : 0)} ${unit.name}`
}

function goalText(row: Row): string {
  const met = isMet(row)
  const { goal } = row
  if (!goal || met === undefined) return ''
  if (met) return `✓ ${wanted(goal, row)}`
  return `✗ ${wanted(goal, row)} missed${goal.cause === undefined ? '' : `: ${goal.cause}`}`
}

function wanted(goal: Goal, { unit }: Row): string {
  if ('ratio' in goal) {
    const { ratio, floor } = goal
    return floor ? `${ratio}×, or ${floor.ratio}× of ${floor.name}` : `${ratio}×`
  }
  return `${unit.better === 'higher' ? '≥' : '≤'} ${goal.figure} ${unit.name}`
}
