/** Held alone by one who collects, for the whole of it. */
export const COLLECTING = 'content/collecting'

/** Shared by those who remove a block while nobody adds; held alone by a collection for a moment, to begin. */
export const ALONE = 'content/alone'

/** Shared by those who protect blocks; held alone by a collection while it removes a batch. */
export const PROTECTING = 'content/touching'

/** Shared by those who add and began in that epoch. */
export function epochLock(epoch: number): string {
  return `content/epoch/${epoch}`
}
