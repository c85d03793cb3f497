/** Most entries of the set of what one walk has visited, 16 bytes each and room to grow. */
export const MAX_ENTRIES = 4_000_000
/** Most CIDs that wait for their visit in one walk. */
export const MAX_WAITING = 262_144
