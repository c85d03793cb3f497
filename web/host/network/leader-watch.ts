import { electionsChannel, leaderName, watchLock } from './leader-locks.ts'

export interface LeaderWatch {
  /** True while another process leads, or may. */
  readonly isLed: boolean
}

/**
 * Watches whether a tab leads, until this process ends. Resolves when it knows. A new leader announces itself, and
 * its lock is free when it has ended.
 */
export async function watchLeader(scope: string): Promise<LeaderWatch> {
  let leader: string | undefined
  const forever = new AbortController()
  const elections = new BroadcastChannel(electionsChannel(scope))
  const follow = (elected: string) => {
    leader = elected
    const end = () => {
      if (leader === elected) leader = undefined
    }
    watchLock(leaderName(scope, elected), end, forever.signal)
  }
  elections.onmessage = ({ data }: MessageEvent<string>) => follow(data)
  const prefix = leaderName(scope, '')
  const { held = [] } = await navigator.locks.query()
  const found = held.find(({ name = '' }) => name.startsWith(prefix))
  if (found?.name !== undefined && leader === undefined) follow(found.name.slice(prefix.length))
  return {
    get isLed() {
      return leader !== undefined
    },
  }
}
