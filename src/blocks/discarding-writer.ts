import type { BlockWriter, BlockWriterOptions } from './block-writer.ts'

/** A {@link BlockWriter} that stores nothing, for callers that only need CIDs. It respects the same budget. */
export function createDiscardingWriter({ signal, budget }: BlockWriterOptions = {}): BlockWriter {
  return {
    takeRoom: async (sizeBytes) => (await budget?.take(sizeBytes, { signal })) ?? nothing,
    put: async (_cid, _bytes, { room } = {}) => room?.(),
    flush: async () => {},
    discard: nothing,
  }
}

function nothing(): void {}
