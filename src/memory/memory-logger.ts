import type { Logger, LogLevel } from '../ports/logger.ts'

export interface LogLine {
  readonly level: LogLevel
  readonly scope: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** {@link Logger} that keeps its last `limit` lines. */
export function memoryLogger(limit = 1000): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  return {
    lines,
    log(level, scope, message, fields = {}) {
      lines.push({ level, scope, message, fields })
      if (lines.length > limit) lines.shift()
    },
  }
}
