import { remembered } from '../remembered.ts'

/** The final state of the last audit of a ledger that found no fault. */
export interface Audited {
  /** The rollapp that was audited. Absent in audits that earlier versions of the page have stored. */
  readonly rollappId?: string
  readonly root: string
  readonly records: number
  /** When the first audit ended that was compared with later ones up to this, in ISO 8601. Absent in early audits. */
  readonly since?: string
  /** When it ended. Absent in early audits. */
  readonly at?: string
}

/** A fault that the latest audit of a ledger found. */
export interface FoundFault {
  readonly title: string
  /** In ISO 8601. */
  readonly at: string
}

const MAX_LEDGERS = 1_000

const audits = remembered<Audited>('audited-roots', MAX_LEDGERS)
const faults = remembered<FoundFault>('audit-faults', MAX_LEDGERS)

/**
 * The last audit of a ledger, so that the next one detects what was withdrawn since. `of` is a rollapp for
 * blocks in this browser, or the origin of the node that was read.
 */
export async function lastAudit(of: string): Promise<Audited | undefined> {
  return (await audits.read()).get(of)
}

/** The fault that the latest audit found. `undefined` when it found none. */
export async function lastFault(of: string): Promise<FoundFault | undefined> {
  return (await faults.read()).get(of)
}

/** Stores an audit without a fault, which also ends what is known of an earlier fault. */
export async function rememberAudit(of: string, audited: Audited): Promise<void> {
  await audits.add([[of, audited]])
  await faults.remove(of)
}

export function rememberFault(of: string, fault: FoundFault): Promise<void> {
  return faults.add([[of, fault]])
}

export async function forgetAudit(of: string): Promise<void> {
  await audits.remove(of)
  await faults.remove(of)
}
