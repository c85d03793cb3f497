import type { Logger } from '../../src/ports/logger.ts'

/** {@link Logger} that prints warnings and errors to the developer console. */
export function consoleLogger(): Logger {
  return {
    log(level, scope, message, fields = {}) {
      if (level !== 'warn' && level !== 'error') return
      // biome-ignore lint/suspicious/noConsole: the one place where the log meets the console
      console[level](`[${scope}] ${message}`, fields)
    },
  }
}
