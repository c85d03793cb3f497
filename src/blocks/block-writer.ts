import { blockKey, type CID, IDENTITY_CODE } from '../codec/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'

/** A batch is sent when it holds this much. One batch is one transaction of the store. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
const MAX_BATCH_BLOCKS = 256

/** Batches under way at once; with the one being gathered they bound what a writer holds to 24 MiB. */
const MAX_BATCHES_IN_FLIGHT = 2

/** So many keys are remembered, so that a block that comes again is not sent again. */
const MAX_KEYS_REMEMBERED = 16_384

export interface BlockWriter {
  /** Takes a block; waits while the bound is reached. Rejects once any batch has failed. */
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** Resolves when every block taken so far is stored; rejects when one could not be. */
  flush(): Promise<void>
  /** Forgets what was not sent yet: for a writer that is given up. Call it always, at the end. */
  discard(): void
}

export interface BlockWriterOptions extends AbortOptions {
  readonly activity?: Activity | undefined
}

/**
 * Gathers blocks into batches, because a store answers one call with many blocks several times faster than
 * many calls with one. Bytes taken and not stored yet count as `bytes-in-flight`; they leave the count when
 * their batch ends, in whatever way. Identity blocks are never stored: their CID holds them.
 */
export function createBlockWriter(
  blockstore: Pick<Blockstore, 'putMany'>,
  { signal, activity }: BlockWriterOptions = {},
): BlockWriter {
  const remembered = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  let batch = emptyBatch()
  let failure: { readonly reason: unknown } | undefined

  const discard = () => {
    for (const leave of batch.leave) leave()
    batch = emptyBatch()
  }
  const check = () => {
    signal?.throwIfAborted()
    if (failure) throw failure.reason
  }
  const send = () => {
    if (batch.blocks.length === 0) return
    const { blocks, leave } = batch
    batch = emptyBatch()
    const sent = blockstore
      .putMany(blocks, { signal })
      .catch((reason: unknown) => {
        failure ??= { reason }
        discard()
      })
      .finally(() => {
        for (const left of leave) left()
        inFlight.delete(sent)
      })
    inFlight.add(sent)
  }
  signal?.addEventListener('abort', discard, { once: true })

  return {
    async put(cid, bytes) {
      check()
      const key = blockKey(cid)
      if (cid.multihash.code === IDENTITY_CODE || remembered.has(key)) return
      if (remembered.size >= MAX_KEYS_REMEMBERED) remembered.clear()
      remembered.add(key)
      // No await between the last look at the batch and the push: many may wait here at once.
      while (isFull(batch)) {
        if (inFlight.size < MAX_BATCHES_IN_FLIGHT) send()
        else await Promise.race(inFlight)
        check()
      }
      batch.blocks.push({ cid, bytes: compact(bytes) })
      batch.sizeBytes += bytes.byteLength
      if (activity) batch.leave.push(activity.enter('bytes-in-flight', bytes.byteLength))
      if (isFull(batch) && inFlight.size < MAX_BATCHES_IN_FLIGHT) send()
    },
    async flush() {
      check()
      send()
      while (inFlight.size > 0) await Promise.all(inFlight)
      check()
    },
    discard() {
      signal?.removeEventListener('abort', discard)
      discard()
    },
  }
}

interface Batch {
  readonly blocks: Block[]
  /** Counts the bytes of each block down. */
  readonly leave: (() => void)[]
  sizeBytes: number
}

function emptyBatch(): Batch {
  return { blocks: [], leave: [], sizeBytes: 0 }
}

/** A view would keep all of the buffer it looks into, and the count would not be true. */
function compact(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}

function isFull({ blocks, sizeBytes }: Batch): boolean {
  return sizeBytes >= MAX_BATCH_BYTES || blocks.length >= MAX_BATCH_BLOCKS
}
