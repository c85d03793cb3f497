import type { AbortOptions } from '../src/ports/abort.ts'
import { abortWith } from '../src/streams/abort-with.ts'
import type { BlockObjects } from './block-objects.ts'

/** Writes one object for each block. After a failure, no further writes start, and those in progress are awaited. */
export async function writeObjects(
  blocks: ReadonlyMap<string, Uint8Array>,
  { objects, signal }: AbortOptions & { readonly objects: BlockObjects },
): Promise<void> {
  if (blocks.size === 0) return
  const stop = new AbortController()
  const unlink = abortWith(signal, stop)
  await Promise.all(
    Array.from(blocks, ([key, bytes]) =>
      objects.write(key, bytes, { signal: stop.signal }).catch((error: unknown) => stop.abort(error)),
    ),
  )
  unlink()
  stop.signal.throwIfAborted()
}
