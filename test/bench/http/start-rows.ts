import { setTimeout as sleep } from 'node:timers/promises'
import { MIB, MILLISECONDS, measure, type Run, timed } from '../measure.ts'
import type { SectionOptions } from '../section.ts'
import { type Daemon, type DaemonKind, newDataFolder, removeDataFolder, startDaemon } from './daemon.ts'

const MIB_BYTES = 1024 * 1024
/** What all processes may hold together when nothing was asked of them yet. */
const AT_REST_MIB = 270

/** The starter collects its garbage just after it has said that it is ready. */
const REST_MS = 2_000

/** How long a node takes from its command to its first answer, and what it holds then. */
export async function startRows(
  kinds: readonly DaemonKind[],
  { isQuick, report }: SectionOptions,
): Promise<void> {
  const section = 'http'
  const rounds = isQuick ? 1 : 3
  const folders = new Map<string, string>()
  const resident = new Map<string, number[]>()

  const start = (kind: DaemonKind, isFirst: boolean): Run => {
    return async () => {
      if (isFirst) discard(kind.name)
      const folder = folders.get(kind.name) ?? newDataFolder()
      folders.set(kind.name, folder)
      let daemon: Daemon | undefined
      try {
        const tookMs = await timed(async () => {
          daemon = await startDaemon(kind, folder)
        })
        await sleep(REST_MS)
        const residentMib = (daemon?.residentBytes() ?? 0) / MIB_BYTES
        resident.set(kind.name, [...(resident.get(kind.name) ?? []), residentMib])
        return tookMs
      } finally {
        await daemon?.stop()
      }
    }
  }
  const discard = (name: string) => {
    const folder = folders.get(name)
    if (folder !== undefined) removeDataFolder(folder)
    folders.delete(name)
  }
  const runs = (isFirst: boolean) =>
    Object.fromEntries(kinds.map((kind) => [kind.name, start(kind, isFirst)] as const))
  const goal = { ratio: 1 }

  try {
    report(
      await measure({
        ...{ section, name: 'start, empty folder', unit: MILLISECONDS, rounds, goal },
        runs: runs(true),
      }),
    )
    report(
      await measure({
        ...{ section, name: 'start again', unit: MILLISECONDS, rounds, goal },
        runs: runs(false),
      }),
    )
    report(
      await measure({
        ...{ section, name: 'resident memory after the start', unit: MIB, rounds: 1 },
        goal: { figure: AT_REST_MIB },
        runs: Object.fromEntries(
          [...resident].map(([name, sizes]) => [name, async () => Math.min(...sizes)] as const),
        ),
      }),
    )
  } finally {
    for (const name of [...folders.keys()]) discard(name)
  }
}
