import { collectBytes } from '../codec/bytes/collect-bytes.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** Maximum size of a block that is passed between the two interfaces. Peers exchange blocks of 2 MiB at most. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024

/** The bytes of a block in one piece. Throws `too-large` for a block over 64 MiB. */
export async function blockBytes(
  bytes: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: AbortOptions = {},
): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes
  return collectBytes(chunksOf(bytes), { ...options, maxBytes: MAX_BLOCK_BYTES })
}

/** The bytes of a block in the form of `interface-blockstore`: one chunk, read when it is asked for. */
export async function* blockChunks(read: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await read()
}

async function* chunksOf(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* bytes
}
