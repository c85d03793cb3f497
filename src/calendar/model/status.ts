/**
 * Every status that a record may have. Spec: calendar document, section 3; calendar facts, section 10.
 * Stored rows of events hold places in this list: its order never changes, and a new status goes at its end.
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

/** The statuses of `any` in lists: all except the trash and unfinished records. */
export const LISTED: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private']

/** Records that have not been published, and so have no address of their own yet. */
export const UNPUBLISHED: readonly Status[] = ['draft', 'pending', 'auto-draft']

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
