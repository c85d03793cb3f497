import type { Daemon } from './daemon.ts'

const LOOK_EVERY_MS = 100

/**
 * Looks at the resident memory of a node until it is stopped, which tells the most that was seen, in bytes; 0 for a
 * node whose process is not known.
 */
export function watchMemory(daemon: Daemon): { stop(): number } {
  let peakBytes = 0
  const look = () => {
    peakBytes = Math.max(peakBytes, daemon.residentBytes() ?? 0)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return peakBytes
    },
  }
}
