/** Names of the subsystems that log, as in each line. */
export const LOG_SCOPES = [
  'access',
  'app',
  'blocks',
  'calendar',
  'config',
  'filestore',
  'gateway',
  'keys',
  'ledger',
  'log',
  'names',
  'net',
  'pins',
  'routing',
  'rpc',
  'schedule',
  'starter',
] as const

export type LogScope = (typeof LOG_SCOPES)[number]

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface Logger {
  /** `fields` are plain data and never secrets. */
  log(level: LogLevel, scope: LogScope, message: string, fields?: Readonly<Record<string, unknown>>): void
}
