import type { Clock } from '../ports/clock.ts'

const WINDOW_MS = 60_000
const MAX_FROM_ONE_SOURCE = 10
const MAX_IN_ALL = 500
/** Maximum number of sources whose failures are counted. The source with the oldest failure is dropped first. */
const MAX_SOURCES = 4096

interface Window {
  failures: number
  readonly endsAtMs: number
}

/** Counts failed attempts with a token, a secret or a password, in windows of one minute. */
export interface Attempts {
  /** Seconds until a source may try again. 0 when it may try now. */
  waitSeconds(source: string | undefined): number
  /**
   * Counts a failure. On a host that does not know sources, returns the seconds to wait if there were too many
   * failures. Otherwise 0.
   */
  failed(source: string | undefined): number
}

/**
 * Creates the counter of a node. Ten failures block a source for the rest of the minute. Beyond 500 failures in
 * total, each source may fail only once, so that a source without failures is still admitted. On a host that
 * does not know sources, every attempt is checked, because a client with the right token cannot be distinguished from
 * the others: failures beyond the limit only get another response. Memory is bounded.
 */
export function createAttempts(clock: Clock): Attempts {
  const bySource = new Map<string, Window>()
  let all: Window = { failures: 0, endsAtMs: 0 }

  const waitOf = ({ endsAtMs }: Window) => Math.ceil((endsAtMs - clock.now()) / 1000)
  const isOpen = ({ endsAtMs }: Window) => endsAtMs > clock.now()
  const counted = (window: Window | undefined): Window => {
    const current = window && isOpen(window) ? window : { failures: 0, endsAtMs: clock.now() + WINDOW_MS }
    current.failures += 1
    return current
  }

  return {
    waitSeconds(source) {
      const own = source === undefined ? undefined : bySource.get(source)
      if (!own || !isOpen(own)) return 0
      const isFlood = isOpen(all) && all.failures >= MAX_IN_ALL
      return own.failures >= (isFlood ? 1 : MAX_FROM_ONE_SOURCE) ? waitOf(own) : 0
    },
    failed(source) {
      all = counted(all)
      if (source === undefined) return all.failures > MAX_IN_ALL ? waitOf(all) : 0
      const own = counted(bySource.get(source))
      bySource.delete(source)
      const [oldest] = bySource.keys()
      if (bySource.size >= MAX_SOURCES && oldest !== undefined) bySource.delete(oldest)
      bySource.set(source, own)
      return 0
    },
  }
}

/**
 * The part of an address that identifies one household or server: all of an IPv4 address, the first 64 bits of
 * an IPv6 address, since a subscriber gets all addresses below that prefix.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
