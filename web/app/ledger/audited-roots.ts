import { remembered } from '../remembered.ts'

/** What the last audit of a ledger without a fault ended with. */
export interface Audited {
  /** The rollapp that was audited; absent in what earlier versions of the page have kept. */
  readonly rollappId?: string
  readonly root: string
  readonly records: number
}

const MOST_LEDGERS = 1_000

const audits = remembered<Audited>('audited-roots', MOST_LEDGERS)

/**
 * The last audit of a ledger, so that the next notices what was taken back since. `of`: the rollapp of one whose
 * blocks are in this browser, the origin of a node that was asked for them.
 */
export async function lastAudit(of: string): Promise<Audited | undefined> {
  return (await audits.read()).get(of)
}

export function rememberAudit(of: string, audited: Audited): Promise<void> {
  return audits.add([[of, audited]])
}

export function forgetAudit(of: string): Promise<void> {
  return audits.remove(of)
}
