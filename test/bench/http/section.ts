import { type Goal, measure, type Row, type Run } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { BARE, startBareObject } from './bare-object.ts'
import { blockRows } from './block-rows.ts'
import { carRows } from './car-rows.ts'
import {
  attachDaemon,
  type Daemon,
  type DaemonKind,
  JS_IPFS,
  NATIVE,
  newDataFolder,
  removeDataFolder,
  startDaemon,
  TIDEPOOL,
} from './daemon.ts'
import { fileRows } from './file-rows.ts'
import { meanRow } from './mean-row.ts'
import { pinRows } from './pin-rows.ts'
import { smallCallRows } from './small-call-rows.ts'
import { startRows } from './start-rows.ts'

/** What the rows of this section need: the nodes side by side, and how to measure them. */
export interface HttpBench extends SectionOptions {
  readonly daemons: readonly Daemon[]
  /** Measures one row with all nodes. */
  row(description: RowDescription): Promise<void>
}

export interface RowDescription extends Pick<Parameters<typeof measure>[0], 'name' | 'unit' | 'goal'> {
  readonly rounds: number
  /** The least ratio to the native server, beside which it replaces `goal`; 0.6 when absent. */
  readonly nativeRatio?: number
  /** Why the native server may be further ahead than that, in one line. `goal` has a cause of its own for other peers. */
  readonly cause?: string
  /** True for calls so small that the runtime's floor may be below the native server: it is measured too. */
  readonly hasFloor?: boolean
  /** Where a peer would take minutes it is left out. */
  readonly isOnlyOurs?: boolean
  run(daemon: Daemon, round: number): Promise<number>
}

/** No row may be slower than this beside the native server, but for those that name another ratio. */
const NATIVE_RATIO = 0.6
/** Nor slower than this beside a bare Worker and object, where those are slower than the native server themselves. */
const BARE_RATIO = 0.75

/**
 * The node that `npm start` runs, over HTTP, beside another with a data folder of its own: the node whose API is at
 * `BENCH_PEER_API`, such as the native server at `http://127.0.0.1:5001/api/v0`, or else the daemon of js-ipfs.
 */
export const http: Section = {
  name: 'http',
  needsPeers: process.env['BENCH_PEER_API'] === undefined,
  needsBuild: true,
  async run({ report, ...options }) {
    const nativeUrl = process.env['BENCH_PEER_API']
    const kinds = options.hasPeers && nativeUrl === undefined ? [TIDEPOOL, JS_IPFS] : [TIDEPOOL]
    const rows: Row[] = []
    const reported = {
      ...options,
      report(row: Row) {
        rows.push(row)
        report(row)
      },
    }
    await startRows(kinds, reported)
    const folders: string[] = []
    const daemons: Daemon[] = []
    let floor: Daemon | undefined
    try {
      for (const kind of kinds) daemons.push(...(await startInNewFolder(kind, folders)))
      if (nativeUrl !== undefined) {
        daemons.push(attachDaemon(nativeUrl))
        floor = await startBareObject()
      }
      const measured = ({ hasFloor }: RowDescription) => (hasFloor && floor ? [...daemons, floor] : daemons)
      const row: HttpBench['row'] = (described) => measureRow(described, measured(described), reported)
      const bench: HttpBench = { ...reported, daemons, row }
      await fileRows(bench)
      await carRows(bench)
      await blockRows(bench)
      await smallCallRows(bench)
      await pinRows(bench)
    } finally {
      await Promise.all([...daemons, ...(floor ? [floor] : [])].map((daemon) => daemon.stop()))
      for (const folder of folders) removeDataFolder(folder)
    }
    if (nativeUrl !== undefined) report(meanRow(rows))
  },
}

/** None when a peer does not start: its rows are then without it. */
async function startInNewFolder(kind: DaemonKind, folders: string[]): Promise<Daemon[]> {
  const folder = newDataFolder()
  folders.push(folder)
  try {
    return [await startDaemon(kind, folder)]
  } catch (error) {
    if (kind === TIDEPOOL) throw error
    process.stderr.write(`${kind.name} does not start: ${String(error)}\n`)
    return []
  }
}

async function measureRow(
  {
    run,
    isOnlyOurs = false,
    hasFloor = false,
    nativeRatio = NATIVE_RATIO,
    cause,
    goal,
    ...row
  }: RowDescription,
  daemons: readonly Daemon[],
  { report }: SectionOptions,
): Promise<void> {
  const measured = isOnlyOurs ? daemons.filter(({ name }) => name === TIDEPOOL.name) : daemons
  const runs = measured.map((daemon): [string, Run] => [daemon.name, (round) => run(daemon, round)])
  const isBesideNative = measured.some(({ name }) => name === NATIVE)
  const floor = hasFloor ? { name: BARE, ratio: BARE_RATIO } : undefined
  const wanted: Goal | undefined = isBesideNative ? { ratio: nativeRatio, floor, cause } : goal
  report(await measure({ section: http.name, ...row, goal: wanted, runs: Object.fromEntries(runs) }))
}
