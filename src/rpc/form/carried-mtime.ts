import type { Mtime } from '../../ports/file-source.ts'

const NANOSECONDS = 1_000_000_000

/** A time whose nanoseconds, of any sign, carry over into seconds. Spec gap: as in the reference implementation. */
export function carriedMtime({ seconds, nanoseconds = 0 }: Mtime): Mtime {
  const rest = ((nanoseconds % NANOSECONDS) + NANOSECONDS) % NANOSECONDS
  return { seconds: seconds + Math.round((nanoseconds - rest) / NANOSECONDS), nanoseconds: rest }
}
