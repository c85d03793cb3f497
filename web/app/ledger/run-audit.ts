import type { Value } from '../../../src/rpc/client.ts'
import { keepingAlive } from '../../host/keep-alive.ts'
import { browserCall } from './browser-call.ts'
import { ledgerTexts } from './ledger-texts.ts'

export type AuditLine = Value<'ledger/audit'>

export interface AuditRequest {
  /** Absent, like the root, when the node at `from` names them. */
  readonly rollappId?: string
  readonly root?: string
  /** Origin of the node that is read. Default: this browser. */
  readonly from?: string
  /** A root that was audited before. */
  readonly known: string | undefined
  readonly signal: AbortSignal
  readonly onLine: (line: AuditLine) => void
}

/** Runs an audit in this browser and returns the last line of its report. Throws the reason of `signal`. */
export function runAudit({
  rollappId: rollapp,
  root,
  from,
  known,
  signal,
  onLine,
}: AuditRequest): Promise<AuditLine> {
  return keepingAlive(async () => {
    const input = { args: { rollapp }, options: { root, known, from } }
    for await (const line of await browserCall('ledger/audit', input, { signal })) {
      if (line.Done) return line
      onLine(line)
    }
    throw new Error(ledgerTexts.auditStopped)
  })
}
