/** What the last audit of a ledger without a fault ended with. */
export interface Audited {
  /** The rollapp that was audited; absent in what earlier versions of the page have kept. */
  readonly rollappId?: string
  readonly root: string
  readonly records: number
}

const KEY = 'tidepool:audited-roots'

const MOST_LEDGERS = 1_000

/**
 * The last audit of a ledger, so that the next notices what was taken back since. `of`: the rollapp of one whose
 * blocks are in this browser, the origin of a node that was asked for them.
 */
export function lastAudit(of: string): Audited | undefined {
  return recalled().get(of)
}

export function rememberAudit(of: string, audited: Audited): void {
  const all = recalled()
  all.delete(of)
  all.set(of, audited)
  keep(all)
}

export function forgetAudit(of: string): void {
  const all = recalled()
  all.delete(of)
  keep(all)
}

function keep(all: ReadonlyMap<string, Audited>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all].slice(-MOST_LEDGERS)))
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
