/** Held exclusively by a collector for the whole collection. */
export const COLLECTING = 'content/collecting'

/**
 * Shared by tasks that remove a block while no add runs. Held exclusively by a collection for a moment, when it
 * begins.
 */
export const ALONE = 'content/alone'

/** Shared by adds that protect blocks. Held exclusively by a collection while it removes a batch. */
export const PROTECTING = 'content/touching'

/** Shared by the adds that began in this epoch. */
export function epochLock(epoch: number): string {
  return `content/epoch/${epoch}`
}
