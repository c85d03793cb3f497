import { type AuditOptions, type AuditReport, auditRollapp } from '../../../src/audit/audit.ts'
import type { Edge } from './cheating-edge.ts'

/** The last report of an audit of the newest root. */
export async function audited(
  { blockstore, ledger, sequencer }: Pick<Edge, 'blockstore' | 'ledger' | 'sequencer'>,
  options: Partial<Pick<AuditOptions, 'known' | 'mayBeAbsent' | 'rollappId'>> = {},
): Promise<AuditReport> {
  const root = await ledger.head()
  const { rollappId } = sequencer
  const reports: AuditReport[] = []
  for await (const report of auditRollapp(blockstore, { rollappId, root, ...options })) reports.push(report)
  const last = reports.at(-1)
  if (!last) throw new Error('the audit said nothing')
  return last
}
