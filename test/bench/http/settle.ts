import { setTimeout as sleep } from 'node:timers/promises'
import { type Daemon, TIDEPOOL } from './daemon.ts'

/** The disks of all have this long for what was written last. */
const QUIET_MS = 6_000
const ASK_EVERY_MS = 500
const AT_MOST_MS = 180_000

/**
 * Waits until no node has work of the background left, by what it says of itself: ours moves blocks on when it is
 * quiet, and that must neither be left out of the picture nor disturb a row of another. The peer does not say, and
 * has none. Rejects when a node is at work for minutes: what would be read then is not what the row is about.
 */
export async function settle(daemons: readonly Daemon[]): Promise<void> {
  const start = performance.now()
  await sleep(QUIET_MS)
  for (const daemon of daemons.filter(({ name }) => name === TIDEPOOL.name)) {
    while (await isAtWork(daemon)) {
      if (performance.now() - start > AT_MOST_MS) throw new Error(`${daemon.name} does not come to rest`)
      await sleep(ASK_EVERY_MS)
    }
  }
}

async function isAtWork({ api }: Daemon): Promise<boolean> {
  const { text } = await api.post('diag/sys')
  const { tidepool }: System = JSON.parse(text)
  return tidepool.activity['background-tasks'].now > 0
}

interface System {
  readonly tidepool: { readonly activity: Readonly<Record<'background-tasks', { readonly now: number }>> }
}
