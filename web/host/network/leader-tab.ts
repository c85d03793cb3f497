import type { PeerProcesses } from '../../../src/ports/peer-process.ts'
import { type FoundLeader, findLeader } from './find-leader.ts'
import type { LeaderWatch } from './leader-watch.ts'

/** {@link PeerProcesses} of a browser: finds the tab that leads, and keeps the link to it until that tab ends. */
export function leaderTab(scope: string, watch: LeaderWatch): PeerProcesses {
  let found: Promise<FoundLeader | undefined> | undefined
  const open = () => {
    const finding = findLeader(scope)
    const forget = () => {
      if (found === finding) found = undefined
    }
    finding.then((leader) => {
      if (!leader || leader.closed.aborted) forget()
      else leader.closed.addEventListener('abort', forget, { once: true })
    }, forget)
    return finding
  }
  return {
    get isElsewhere() {
      return watch.isLed
    },
    async find() {
      if (!watch.isLed) return undefined
      found ??= open()
      const leader = await found
      return leader?.closed.aborted ? this.find() : leader?.process
    },
  }
}
