/** Maximum entries of the visited set of one walk, of 16 bytes each plus room to grow. */
export const MAX_ENTRIES = 4_000_000
/** Maximum number of CIDs that wait for their visit in one walk. */
export const MAX_WAITING = 262_144
