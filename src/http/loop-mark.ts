/**
 * Marks a request of one node to another, which then asks no third one: two nodes that fetch from each other would
 * else ask without end. Spec: RFC 8586.
 */
export const LOOP_HEADER = 'CDN-Loop'

/** This software's name in {@link LOOP_HEADER}. */
export const LOOP_MARK = 'tidepool'

/** True for a request that came through another node of this software. */
export function isForwarded(headers: Headers): boolean {
  const hops = headers.get(LOOP_HEADER)?.split(',') ?? []
  return hops.some((hop) => hop.split(';')[0]?.trim().toLowerCase() === LOOP_MARK)
}
