import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { PinStatus } from './pin-status.ts'
import type { PinningApi, PinQuery } from './pinning-api.ts'

export interface ListRemotePinsOptions extends AbortOptions, Pick<PinQuery, 'name' | 'statuses'> {
  /** Each once; every CID when empty. */
  readonly cids: readonly string[]
}

const PAGE_PINS = 100

/** CIDs of one request, as the API says. */
const MOST_CIDS = 10

/** Pages of one request: a service that never ends its list is left after a million pins. */
const MOST_PAGES = 10_000

/**
 * Every pin of a service that matches, page after page, the newest first; of more than 10 CIDs, those of the first
 * 10 first. A page begins before the last pin of the one above it, so pins that were created at the same instant can
 * be left out where pages meet: the API has no other cursor.
 *
 * Throws `unavailable` for a service whose pages do not lead on.
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
