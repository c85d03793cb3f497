import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Daemon } from './daemon.ts'

/** A node that has been quiet begins its work of the background after this long. */
const QUIET_MS = 6_000
const LOOK_EVERY_MS = 1_000
const AT_MOST_MS = 90_000

/**
 * Waits until no node writes to its data folder any more: one moves blocks on in the background, and that must
 * neither be left out of the picture nor disturb a row of the other.
 */
export async function settle(daemons: readonly Daemon[]): Promise<void> {
  const start = performance.now()
  await sleep(QUIET_MS)
  let before = -1
  for (;;) {
    const files = daemons.reduce((sum, { dataFolder }) => sum + countFiles(dataFolder), 0)
    if (files === before || performance.now() - start > AT_MOST_MS) return
    before = files
    await sleep(LOOK_EVERY_MS)
  }
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true }).length
}
