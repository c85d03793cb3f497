import type { LogEntry } from '../../../diagnostics/logs.ts'
import { plainValue } from '../../../diagnostics/plain-value.ts'

/** Formats one line of the log as JSON. Spec gap: the names of the first four fields are the reference's. */
export function logLine({ timeMs, level, scope, message, fields }: LogEntry): string {
  const line = { ts: new Date(timeMs).toISOString(), level, logger: scope, msg: message }
  return `${JSON.stringify({ ...fields, ...line }, plainValue)}\n`
}
