import { DomainError } from '../../errors.ts'
import type { Mtime } from '../../ports/file-source.ts'
import { carriedMtime } from '../form/carried-mtime.ts'

/**
 * Refuses a time in seconds since the epoch that numbers do not represent exactly: the reader of options gives the
 * nearest that they do. Throws `invalid-argument`.
 */
export function assertExactMtime(seconds: number | undefined): void {
  if (seconds === undefined || Math.abs(seconds) < Number.MAX_SAFE_INTEGER) return
  throw new DomainError('invalid-argument', 'Cannot read mtime: 2^53 - 1 seconds and more from the epoch')
}

/** A time whose nanoseconds carry over into seconds. Throws the error of {@link assertExactMtime}. */
export function exactMtime(sent: Mtime): Mtime {
  const mtime = carriedMtime(sent)
  assertExactMtime(sent.seconds)
  assertExactMtime(mtime.seconds)
  return mtime
}
