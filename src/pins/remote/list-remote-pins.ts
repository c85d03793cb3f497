import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { PinStatus } from './pin-status.ts'
import type { PinningApi, PinQuery } from './pinning-api.ts'

export interface ListRemotePinsOptions extends AbortOptions, Pick<PinQuery, 'name' | 'statuses'> {
  /** Distinct CIDs; all pins when empty. */
  readonly cids: readonly string[]
}

const PAGE_PINS = 100

/** Maximum number of CIDs in one request of the API. */
const MOST_CIDS = 10

/** Maximum number of pages: a list that does not end is abandoned after a million pins. */
const MOST_PAGES = 10_000

/**
 * Lists the matching pins of a service page by page, newest first. More than 10 CIDs are requested in groups of 10. A
 * page begins before the creation time of the last pin on the previous page, since the API has no other cursor; pins
 * created at that same instant can therefore be missed.
 *
 * Throws `unavailable` for a service that repeats pages.
 */
export async function* listRemotePins(
  api: Pick<PinningApi, 'page'>,
  { cids, name, statuses, signal }: ListRemotePinsOptions,
): AsyncGenerator<PinStatus, void> {
  for (let from = 0; from === 0 || from < cids.length; from += MOST_CIDS) {
    const query = { name, statuses, cids: cids.slice(from, from + MOST_CIDS), limit: PAGE_PINS }
    yield* allPages((before) => api.page({ ...query, before }, { signal }))
  }
}

async function* allPages(
  page: (before?: string) => ReturnType<PinningApi['page']>,
): AsyncGenerator<PinStatus> {
  let before: string | undefined
  for (let read = 0; read < MOST_PAGES; read += 1) {
    const { count, pins } = await page(before)
    yield* pins
    const last = pins.at(-1)
    if (!last || count <= pins.length) return
    if (before !== undefined && Date.parse(last.created) >= Date.parse(before)) break
    before = last.created
  }
  throw new DomainError('unavailable', 'Cannot list remote pins: the pages of the service do not end')
}
