import { STATUSES, type Status } from '../model/records.ts'

/** What `any` means in lists: all that is neither in the trash nor unfinished. */
export const LISTED: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private']

/** Items that have not been published, and so have no address of their own yet. */
export const UNPUBLISHED: readonly Status[] = ['draft', 'pending', 'auto-draft']

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
