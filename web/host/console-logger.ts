import type { Logger } from '../../src/ports/logger.ts'

/** {@link Logger} to the developer's console: warnings and errors. */
export function consoleLogger(): Logger {
  return {
    log(level, scope, message, fields = {}) {
      if (level !== 'warn' && level !== 'error') return
      // biome-ignore lint/suspicious/noConsole: the one place where the log meets the console
      console[level](`[${scope}] ${message}`, fields)
    },
  }
}
