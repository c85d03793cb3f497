import type { Mtime } from '../ports/file-source.ts'

/** Converts a time of the Clock, in milliseconds, to a UnixFS time. */
export function mtimeOf(timeMs: number): Mtime {
  const seconds = Math.floor(timeMs / 1000)
  const nanoseconds = Math.round((timeMs - seconds * 1000) * 1e6)
  return { seconds, ...(nanoseconds > 0 && { nanoseconds }) }
}
