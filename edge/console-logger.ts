import { plainValue } from '../src/diagnostics/plain-value.ts'
import type { Logger } from '../src/ports/logger.ts'

/** {@link Logger} that prints one JSON object a line. The node decides which levels it logs. */
export function consoleLogger(): Logger {
  return {
    log(level, scope, message, fields = {}) {
      const line = JSON.stringify({ level, scope, message, ...fields }, plainValue)
      // biome-ignore lint/suspicious/noConsole: the console is where this runtime's log goes
      console[level](line)
    },
  }
}
