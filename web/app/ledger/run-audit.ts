import type { Value } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { call } from '../call.ts'

export type AuditLine = Value<'ledger/audit'>

export interface AuditOptions {
  /** Absent, with the root, where the node at `from` tells them. */
  readonly rollappId?: string
  readonly root?: string
  /** Origin of the node that is asked for all of it; this browser when absent. */
  readonly from?: string
  /** A root that was audited before. */
  readonly known: string | undefined
  readonly signal: AbortSignal
  readonly onLine: (line: AuditLine) => void
}

/** Audits in this browser and gives the last line of the report. Throws the reason of `signal`. */
export function runAudit({
  rollappId: rollapp,
  root,
  from,
  known,
  signal,
  onLine,
}: AuditOptions): Promise<AuditLine> {
  return keepingAlive(async () => {
    const input = { args: { rollapp }, options: { root, known, from } }
    for await (const line of await call('ledger/audit', input, { signal })) {
      if (line.Done) return line
      onLine(line)
    }
    throw new Error('The audit broke off before its end. Reload the page, then audit again.')
  })
}
