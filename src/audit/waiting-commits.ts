import type { Calendar, HeldCommit } from '../calendar/model/calendar.ts'
import type { AbortOptions } from '../ports/abort.ts'

type Commits = Pick<Calendar, 'commits'>

/** Maximum number of commits that one call returns. A longer history, as after an import, takes several calls. */
const MAX_WAITING = 65_536

/** The height of the newest commit; 0 when there is none. */
export async function headHeight(calendar: Commits, options: AbortOptions): Promise<number> {
  for await (const { commit } of calendar.commits(undefined, options)) return commit.height
  return 0
}

/** The first waiting commit. */
export interface FirstWaiting {
  /** The anchored height when the commit was found. */
  readonly above: bigint
  readonly timeMs: number
}

export async function firstAbove(
  calendar: Commits,
  above: bigint,
  options: AbortOptions,
): Promise<FirstWaiting | undefined> {
  const [oldest] = await waitingCommits(calendar, above, options)
  return oldest && { above, timeMs: oldest.commit.time }
}

/** Commits above a height, oldest first. */
export async function waitingCommits(
  calendar: Commits,
  above: bigint,
  options: AbortOptions,
): Promise<readonly HeldCommit[]> {
  const waiting: HeldCommit[] = []
  for await (const held of calendar.commits(undefined, options)) {
    if (BigInt(held.commit.height) <= above) break
    waiting.push(held)
    if (waiting.length > MAX_WAITING) waiting.shift()
  }
  return waiting.reverse()
}
