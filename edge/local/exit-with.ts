import { errorText } from './error-text.ts'
import { UsageError } from './usage-error.ts'

/** Prints an error for a person, and ends this process: with 2 for a call that cannot be understood, otherwise with 1. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
