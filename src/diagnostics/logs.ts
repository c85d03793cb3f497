import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { LOG_SCOPES, type Logger, type LogLevel, type LogScope } from '../ports/logger.ts'
import { redactFields, redactText } from './redact.ts'

/**
 * From most to fewest lines. The last three are the reference's: nothing here logs at those levels, so they
 * silence a subsystem.
 */
export const LEVELS = ['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal'] as const

/** The least level that is logged. */
export type Threshold = (typeof LEVELS)[number]

/** The levels that were set, by subsystem. */
export type LogLevels = Map<LogScope, Threshold>

const DEFAULT_LEVEL: Threshold = 'warn'

/** Maximum number of lines that wait for one consumer. Further ones are dropped and counted. */
const MAX_WAITING_LINES = 1_000

export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly timeMs: number
  readonly level: LogLevel
  readonly scope: LogScope
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The log of one node: a {@link Logger} with adjustable levels, whose lines can be followed. */
export interface Logs extends Logger {
  /**
   * Sets the level of a subsystem until the next start: `all` and `*` mean all subsystems, `default` restores
   * the default. Returns the level that holds now, in the caller's spelling. Throws `invalid-argument` for an unknown
   * level, `not-found` for an unknown subsystem.
   */
  setLevel(subsystem: string, level: string): string
  subsystems(): readonly string[]
  /**
   * Yields lines from now on, of the level `least` and above. A slow consumer misses lines, and gets a line with
   * their number.
   */
  follow(options: AbortOptions & { readonly least?: Threshold | undefined }): AsyncIterable<LogEntry>
}

export interface LogsOptions {
  readonly host: Logger
  readonly clock: Clock
  /** Levels of an earlier node of this start, which stay in force. Default: none. */
  readonly levels?: LogLevels | undefined
  /** The level of subsystems for which none was set. Default: `warn`. */
  readonly defaultLevel?: Threshold | undefined
}

export function createLogs({
  host,
  clock,
  levels = new Map(),
  defaultLevel = DEFAULT_LEVEL,
}: LogsOptions): Logs {
  const readers = new Set<(entry: LogEntry) => void>()

  return {
    log(level, scope, message, fields = {}) {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(levels.get(scope) ?? defaultLevel)) return
      const entry = {
        ...{ timeMs: clock.now(), level, scope },
        ...{ message: redactText(message), fields: redactFields(fields) },
      }
      host.log(level, scope, entry.message, entry.fields)
      for (const read of readers) read(entry)
    },
    setLevel(subsystem, level) {
      const threshold = level === 'default' ? defaultLevel : thresholdOf(level)
      const isAll = subsystem === 'all' || subsystem === '*'
      const scopes = LOG_SCOPES.filter((scope) => isAll || scope === subsystem)
      if (scopes.length === 0) throw new DomainError('not-found', 'error: No such logger')
      for (const scope of scopes) levels.set(scope, threshold)
      return level === 'default' ? threshold : level
    },
    subsystems: () => LOG_SCOPES,
    async *follow({ least, signal }) {
      const waiting: LogEntry[] = []
      let dropped = 0
      let wake: (() => void) | undefined
      const read = (entry: LogEntry) => {
        if (least !== undefined && LEVELS.indexOf(entry.level) < LEVELS.indexOf(least)) return
        if (waiting.length >= MAX_WAITING_LINES) dropped += 1
        else waiting.push(entry)
        wake?.()
      }
      const leave = () => wake?.()
      readers.add(read)
      signal?.addEventListener('abort', leave, { once: true })
      try {
        while (!signal?.aborted) {
          const entry = waiting.shift()
          if (entry) yield entry
          else if (dropped > 0) {
            yield lost(dropped, clock.now())
            dropped = 0
          } else {
            const { promise, resolve } = Promise.withResolvers<void>()
            wake = resolve
            await promise
            wake = undefined
          }
        }
      } finally {
        readers.delete(read)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}

/** Reads the name of a level, in any case. Throws `invalid-argument` for another. */
export function thresholdOf(level: string): Threshold {
  const threshold = LEVELS.find((name) => name === level.toLowerCase())
  if (threshold !== undefined) return threshold
  throw new DomainError('invalid-argument', `unrecognized level: ${JSON.stringify(level.slice(0, 80))}`)
}

function lost(dropped: number, timeMs: number): LogEntry {
  return { timeMs, level: 'warn', scope: 'log', message: 'Dropped lines', fields: { dropped } }
}
