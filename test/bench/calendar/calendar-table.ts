import type { Outcome, Row } from '../measure.ts'

const NAME = /^(?<host>\S+), (?<size>[\d,]+) events, (?<what>.*?)(?<isTail>, 99th of a hundred)?$/

/**
 * Rows of the calendar as one Markdown table: a line for each thing that is measured, a column for each host and size.
 * A cell is the median and, where it was taken, the 99th of a hundred after a semicolon.
 */
export function calendarTable(rows: readonly Row[]): string {
  const hosts = new Map<string, Set<string>>()
  const lines = new Map<string, Map<string, string[]>>()
  for (const { name, outcomes, unit } of rows) {
    const { host, size, what } = NAME.exec(name)?.groups ?? {}
    const outcome = outcomes['tidepool']
    if (!host || !size || !what || !outcome) continue
    const column = `${host} ${size}`
    hosts.set(host, (hosts.get(host) ?? new Set()).add(column))
    const line = `${what}, ${unit.name}`
    const cells = lines.get(line) ?? new Map<string, string[]>()
    lines.set(line, cells)
    cells.set(column, [...(cells.get(column) ?? []), shown(outcome)])
  }
  const columns = [...hosts.values()].flatMap((ofHost) => [...ofHost])
  const head = ['', ...columns]
  const body = [...lines].map(([line, cells]) => [
    line,
    ...columns.map((column) => cells.get(column)?.join('; ') ?? '–'),
  ])
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function shown(outcome: Outcome): string {
  if ('failure' in outcome) return 'failed'
  const { median } = outcome
  return median >= 99.5 ? Math.round(median).toLocaleString('en') : median.toPrecision(2)
}
