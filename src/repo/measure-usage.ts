import type { LiveRoots } from '../parts/live-roots.ts'
import type { Pins } from '../pins/pins.ts'
import { type CollectGarbageOptions, findLive } from './collect-garbage.ts'
import { createLiveBlocks } from './live-blocks.ts'

/** Bytes of all stored blocks. Each block counts once, for the first category that keeps it. */
export interface Usage {
  readonly pinnedBytes: number
  /** Bytes by name of the service. */
  readonly serviceBytes: Readonly<Record<string, number>>
  /** Bytes that garbage collection would remove. */
  readonly unpinnedBytes: number
}

export interface MeasureUsageOptions
  extends Pick<CollectGarbageOptions, 'blockstore' | 'pins' | 'walk' | 'signal'> {
  readonly services: Readonly<Record<string, LiveRoots>>
}

/**
 * Measures what uses the storage. Walks all kept blocks, like garbage collection, but takes no lock: blocks that an
 * add has not pinned yet count as unpinned. Descendants of an unreadable block count as unpinned too.
 */
export async function measureUsage({ services, ...options }: MeasureUsageOptions): Promise<Usage> {
  const { blockstore, signal } = options
  const { blocks } = await blockstore.totals({ signal })
  const names = Object.keys(services)
  const keepers = [
    { pins: options.pins, liveRoots: [] },
    ...Object.values(services).map((roots) => ({ pins: NO_PINS, liveRoots: [roots] })),
  ]
  const kept = []
  for (const keeper of keepers) {
    const live = createLiveBlocks({ blocks })
    await findLive(live, { ...options, ...keeper })
    kept.push(live)
  }
  const bytes = kept.map(() => 0)
  let unpinnedBytes = 0
  for await (const { cid, sizeBytes } of blockstore.list({ signal })) {
    const at = kept.findIndex((live) => live.has(cid))
    if (at < 0) unpinnedBytes += sizeBytes
    else bytes[at] = (bytes[at] ?? 0) + sizeBytes
  }
  const [pinnedBytes = 0, ...others] = bytes
  return {
    pinnedBytes,
    serviceBytes: Object.fromEntries(names.map((name, at) => [name, others[at] ?? 0])),
    unpinnedBytes,
  }
}

const NO_PINS: Pick<Pins, 'list' | 'find'> = {
  async *list() {},
  find: async () => undefined,
}
