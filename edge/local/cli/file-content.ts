import { createReadStream, fstatSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'

/**
 * The content of a file, which is opened when it is read. A stream that was opened before would report a file that
 * cannot be opened while nothing reads it, which ends the process.
 */
export async function* fileContent(path: string): AsyncGenerator<Uint8Array, void> {
  yield* createReadStream(path)
}

/** Its number, whatever Node.js makes of it. */
const STANDARD_INPUT = 0

/** The standard input. Throws `UsageError` for a folder, which Node.js reads like an empty file. */
export function standardInput(): AsyncIterable<Uint8Array> {
  if (fstatSync(STANDARD_INPUT).isDirectory()) {
    throw new UsageError('Cannot read the standard input: it is a folder')
  }
  return process.stdin
}
