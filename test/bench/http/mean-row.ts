import { type Row, ratioTo } from '../measure.ts'
import { NATIVE } from './daemon.ts'

/** One row that is very good must not hide others that are bad. */
const MOST_OF_A_ROW = 10

/** The geometric mean of how many times better we are than the native server, over all rows that both have run. */
export function meanRow(rows: readonly Row[]): Row {
  const logarithms = rows
    .map((row) => ratioTo(NATIVE, row))
    .filter((ratio) => ratio !== undefined)
    .map((ratio) => Math.log(Math.min(ratio, MOST_OF_A_ROW)))
  const mean = Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length)
  return {
    section: 'http',
    name: `geometric mean of ${logarithms.length} rows, each at most ${MOST_OF_A_ROW}`,
    unit: { name: '×', better: 'higher' },
    outcomes: { tidepool: { runs: [mean], median: mean } },
    goal: { figure: 1, cause: 'small calls, which are a third of the rows: see theirs' },
  }
}
