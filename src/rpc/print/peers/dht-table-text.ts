import type * as z from 'zod/mini'
import type { DhtStats } from '../../shapes/node.ts'

/** As at the reference: columns are this wide at least, and two spaces apart. */
const MIN_WIDTH = 4
const GAP = 2

/** The text form of a routing table: its buckets, with a row for each peer. `@` marks those that are connected. */
export function dhtTableText({ Name, Buckets }: z.infer<typeof DhtStats>): string {
  const count = Buckets.reduce((sum, { Peers }) => sum + (Peers?.length ?? 0), 0)
  const rows = [
    [`DHT ${Name} (${count} peers):`, '', '', ''],
    ...Buckets.flatMap(({ Peers, LastRefresh }, index) => [
      [
        `  Bucket ${String(index).padStart(2)} (${Peers?.length ?? 0} peers) - refreshed ${LastRefresh || 'never'}:`,
        ...['', '', ' '.repeat(MIN_WIDTH)],
      ],
      ['    Peer', 'last useful', 'last queried', 'Agent Version'],
      ...(Peers ?? []).map(({ ID, Connected, LastUsefulAt, LastQueriedAt, AgentVersion }) => [
        `  ${Connected ? '@' : ' '} ${ID}`,
        ...[LastUsefulAt || 'never', LastQueriedAt || 'never', AgentVersion],
      ]),
      ['', '', '', ''],
    ]),
  ]
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => Math.max(MIN_WIDTH, widthOf(row[column]) + (row[column] ? GAP : 0)))),
  )
  return rows
    .map((row) => `${row.map((cell, column) => cell + ' '.repeat(room(cell, widths[column]))).join('')}\n`)
    .join('')
}

function room(cell: string, width: number | undefined): number {
  return width === undefined ? 0 : width - widthOf(cell)
}

function widthOf(cell = ''): number {
  return [...cell].length
}
