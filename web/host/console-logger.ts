import type { Logger } from '../../src/ports/logger.ts'

/** {@link Logger} that prints to the developer console. The node decides which levels it logs. */
export function consoleLogger(): Logger {
  return {
    log(level, scope, message, fields = {}) {
      // biome-ignore lint/suspicious/noConsole: the one place where the log meets the console
      console[level](`[${scope}] ${message}`, fields)
    },
  }
}
