import type { Logger } from '../src/ports/logger.ts'

/** {@link Logger} that prints warnings and errors as one JSON object a line. Other levels are dropped. */
export function consoleLogger(): Logger {
  return {
    log(level, scope, message, fields = {}) {
      if (level !== 'warn' && level !== 'error') return
      const line = JSON.stringify({ level, scope, message, ...fields }, plain)
      // biome-ignore lint/suspicious/noConsole: the console is where this runtime's log goes
      console[level](line)
    },
  }
}

/** Makes errors and big integers printable, which JSON cannot represent. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? String(value)
  return typeof value === 'bigint' ? value.toString() : value
}
