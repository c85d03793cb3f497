/** The message with which a page asks the waiting worker to become active. */
export const TAKE_OVER = 'tidepool:take-over'

/**
 * Prefix of the Web Lock that a page holds while it is open, before the path of its entry script. That name changes
 * with every build, so the lock says which build is still in use. A page that crashed has lost its lock.
 */
export const PAGE_LOCK = 'tidepool:page:'
