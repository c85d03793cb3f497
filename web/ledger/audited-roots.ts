/** What the last audit of a rollapp without a lie ended with. */
export interface Audited {
  readonly root: string
  readonly records: number
}

const KEY = 'tidepool:audited-roots'

const MOST_ROLLAPPS = 1_000

/** The last audit of a rollapp, so that the next notices what was taken back since. */
export function lastAudit(rollappId: string): Audited | undefined {
  return recalled().get(rollappId)
}

export function rememberAudit(rollappId: string, audited: Audited): void {
  const all = recalled()
  all.delete(rollappId)
  all.set(rollappId, audited)
  keep(all)
}

export function forgetAudit(rollappId: string): void {
  const all = recalled()
  all.delete(rollappId)
  keep(all)
}

function keep(all: ReadonlyMap<string, Audited>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all].slice(-MOST_ROLLAPPS)))
  } catch {
    // Without room or permission the next audit has nothing to compare with, and says so.
  }
}

function recalled(): Map<string, Audited> {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return new Map()
  }
}
