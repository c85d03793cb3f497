import { leaderName } from './network/leader-locks.ts'
import { STORAGE_NAME } from './storage-name.ts'

/** True while a tab of this browser leads, and so has the connections to peers. */
export async function hasLeader(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name = '' }) => name.startsWith(leaderName(STORAGE_NAME, '')))
}
