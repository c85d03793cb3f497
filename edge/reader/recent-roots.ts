/** Maximum number of roots that are kept. */
const MAX_ROOTS = 4096

/** Which content is asked for repeatedly, so that what is read once leaves no copies behind. */
export interface RecentRoots {
  /** Counts a request for a root. True if there was another one within the period. */
  isRepeated(root: string): boolean
}

export function recentRoots(now: () => number, periodMs: number): RecentRoots {
  const seenMs = new Map<string, number>()
  return {
    isRepeated(root) {
      const before = seenMs.get(root)
      seenMs.delete(root)
      seenMs.set(root, now())
      for (const oldest of seenMs.keys()) {
        if (seenMs.size <= MAX_ROOTS) break
        seenMs.delete(oldest)
      }
      return before !== undefined && now() - before < periodMs
    },
  }
}
