import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { LedgerBlocks } from './blocks/load-value.ts'
import { ledgerError } from './errors.ts'
import { eventsOf, type LedgerEvent } from './operations/ledger-events.ts'
import { openState } from './state/ledger-state.ts'
import { FIRST_BLOCK, loadRoot } from './state/root.ts'

export interface WatchOptions extends AbortOptions {
  /** Events after this root, an ancestor of the newest one. When absent, only those after the first is requested. */
  readonly from?: CID | undefined
  readonly rollappId?: string | undefined
  /** Only events of records that reached this status, given by name. */
  readonly status?: string | undefined
  /** False ends at the newest root; true or absent waits for more. */
  readonly follow?: boolean | undefined
}

export interface Watched {
  readonly blocks: LedgerBlocks
  head(options: AbortOptions): Promise<CID>
  /** Resolves when the newest root may have changed. */
  changed(options: AbortOptions): Promise<void>
}

/** Maximum number of roots between `from` and the newest. A watcher that has missed more must resume in steps. */
const MAX_ROOTS = 262_144

/**
 * Yields events in order, each with the root that it led to. A watcher that resumes from the root of its last event
 * misses none, but may see events of that root again. Throws `not-found` (3005) when `from` is not an ancestor of
 * the newest root.
 */
export async function* watchLedger(
  watched: Watched,
  { from, rollappId, status, follow = true, signal }: WatchOptions,
): AsyncGenerator<LedgerEvent, void> {
  const isWanted = ({ attributes }: LedgerEvent) =>
    (rollappId === undefined || attributes['rollapp_id'] === rollappId) &&
    (status === undefined || attributes['status'] === status)
  let seen = from ?? (await watched.head({ signal }))
  for (;;) {
    const head = await watched.head({ signal })
    for (const root of await rootsBetween(watched.blocks, { seen, head, signal })) {
      for await (const event of eventsOf(await openState(watched.blocks, root, { signal }), { signal })) {
        if (isWanted(event)) yield event
      }
    }
    seen = head
    if (!follow) return
    await watched.changed({ signal })
    signal?.throwIfAborted()
  }
}

interface Span extends AbortOptions {
  readonly seen: CID
  readonly head: CID
}

/** The roots after `seen`, oldest first. */
async function rootsBetween(blocks: LedgerBlocks, { seen, head, signal }: Span): Promise<readonly CID[]> {
  const roots: CID[] = []
  for (let cid: CID | undefined = head; !cid?.equals(seen); ) {
    if (!cid || roots.length >= MAX_ROOTS) {
      throw ledgerError('unreachable', `Cannot watch ledger from root "${seen}": not behind the newest`)
    }
    roots.push(cid)
    cid = cid.equals(FIRST_BLOCK.cid) ? undefined : (await loadRoot(blocks, cid, { signal })).prev
  }
  return roots.reverse()
}
