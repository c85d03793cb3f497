import { measure, type Run } from '../measure.ts'
import type { Section, SectionOptions } from '../section.ts'
import { blockRows } from './block-rows.ts'
import {
  type Daemon,
  type DaemonKind,
  JS_IPFS,
  newDataFolder,
  removeDataFolder,
  startDaemon,
  TIDEPOOL,
} from './daemon.ts'
import { fileRows } from './file-rows.ts'
import { pinRows } from './pin-rows.ts'
import { startRows } from './start-rows.ts'

/** What the rows of this section need: the nodes side by side, and how to measure them. */
export interface HttpBench extends SectionOptions {
  readonly daemons: readonly Daemon[]
  /** Measures one row with all nodes. */
  row(description: RowDescription): Promise<void>
}

export interface RowDescription extends Pick<Parameters<typeof measure>[0], 'name' | 'unit' | 'goal'> {
  readonly rounds: number
  /** Where a peer would take minutes it is left out. */
  readonly isOnlyOurs?: boolean
  run(daemon: Daemon, round: number): Promise<number>
}

/** The node that `npm start` runs, beside the daemon of js-ipfs, over HTTP and with data folders of their own. */
export const http: Section = {
  name: 'http',
  needsPeers: true,
  needsBuild: true,
  async run(options) {
    const kinds = options.hasPeers ? [TIDEPOOL, JS_IPFS] : [TIDEPOOL]
    await startRows(kinds, options)
    const folders: string[] = []
    const daemons: Daemon[] = []
    try {
      for (const kind of kinds) daemons.push(...(await startInNewFolder(kind, folders)))
      const bench: HttpBench = { ...options, daemons, row: (row) => measureRow(row, daemons, options) }
      await fileRows(bench)
      await blockRows(bench)
      await pinRows(bench)
    } finally {
      await Promise.all(daemons.map((daemon) => daemon.stop()))
      for (const folder of folders) removeDataFolder(folder)
    }
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
  { run, isOnlyOurs = false, ...row }: RowDescription,
  daemons: readonly Daemon[],
  { report }: SectionOptions,
): Promise<void> {
  const measured = isOnlyOurs ? daemons.filter(({ name }) => name === TIDEPOOL.name) : daemons
  const runs = measured.map((daemon): [string, Run] => [daemon.name, (round) => run(daemon, round)])
  report(await measure({ section: http.name, ...row, runs: Object.fromEntries(runs) }))
}
