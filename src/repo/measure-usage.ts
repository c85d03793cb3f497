import type { Pins } from '../pins/pins.ts'
import { type CollectGarbageOptions, findLive } from './collect-garbage.ts'
import { createLiveBlocks } from './live-blocks.ts'
import type { LiveRoots } from './live-roots.ts'

/** Bytes of all held blocks, each counted once: for the first of these that keeps it. */
export interface Usage {
  readonly pinnedBytes: number
  /** By the name of the service. */
  readonly serviceBytes: Readonly<Record<string, number>>
  /** What garbage collection would remove. */
  readonly unpinnedBytes: number
}

export interface MeasureUsageOptions
  extends Pick<CollectGarbageOptions, 'blockstore' | 'pins' | 'walk' | 'signal'> {
  readonly services: Readonly<Record<string, LiveRoots>>
}

/**
 * Measures what takes the space. Walks all that is kept, as garbage collection does, and takes no lock, so blocks that
 * an add has not pinned yet count as unpinned. What is below an unreadable block is counted as unpinned too.
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
