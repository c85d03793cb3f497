export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface Logger {
  /** `scope` is the subsystem, such as `pins`. Fields are plain data and must not contain secrets. */
  log(level: LogLevel, scope: string, message: string, fields?: Readonly<Record<string, unknown>>): void
}
