/**
 * Every status that a record may have. Stored rows of events hold positions in this list, so its order never
 * changes and a new status is appended. Spec: calendar document, section 3; calendar facts, section 10.
 */
export const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const

export type Status = (typeof STATUSES)[number]

/** The status filter of callers who may list unpublished records, unless they send one. */
export const ANY_STATUS = 'any'

/** The statuses of {@link ANY_STATUS}: all except the trash and unfinished records. */
export const LISTED: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private']

/** Records that have not been published, and so have no public address yet. */
export const UNPUBLISHED: readonly Status[] = ['draft', 'pending', 'auto-draft']
