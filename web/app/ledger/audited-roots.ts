import { remembered } from '../remembered.ts'

/** The final state of the last audit of a ledger that found no fault. */
export interface Audited {
  /** The rollapp that was audited. Absent in audits that earlier versions of the page have stored. */
  readonly rollappId?: string
  readonly root: string
  readonly records: number
}

const MAX_LEDGERS = 1_000

const audits = remembered<Audited>('audited-roots', MAX_LEDGERS)

/**
 * The last audit of a ledger, so that the next one detects what was withdrawn since. `of` is a rollapp for
 * blocks in this browser, or the origin of the node that was read.
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
