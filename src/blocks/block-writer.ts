import { compactBytes } from '../codec/bytes/bytes.ts'
import { blockKey, type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { StoreWriteOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { ByteBudget } from './byte-budget.ts'

/** A batch is sent when it has this size. One batch is one transaction of the store. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
const MAX_BATCH_BLOCKS = 256

/** Concurrent batches. Together with the batch being filled they bound the memory of a writer to 24 MiB. */
const MAX_BATCHES_IN_FLIGHT = 2

/** A view is kept as it is if at most this part of its buffer is outside it, such as the CID before a block of a CAR. */
const MAX_UNUSED_PART = 1 / 64

/** Remembered keys, so that repeated blocks are stored only once. */
const MAX_KEYS_REMEMBERED = 16_384

/** Releases memory that was reserved in the budget. */
export type ReleaseRoom = () => void

export interface PutBlockOptions {
  /** Memory that was reserved for these bytes earlier. Released when they are stored, or were not needed. */
  readonly room?: ReleaseRoom | undefined
}

export interface BlockWriter {
  /** Waits until the node may hold this many more bytes: for a caller that processes bytes before it puts them. */
  takeRoom(sizeBytes: number): Promise<ReleaseRoom>
  /** Takes a block. Waits while a limit is reached, and rejects once any batch has failed. */
  put(cid: CID, bytes: Uint8Array, options?: PutBlockOptions): Promise<void>
  /** Resolves when all blocks taken so far are stored. Rejects when any of them could not be stored. */
  flush(): Promise<void>
  /** Drops unsent blocks and accepts no more. Always call it at the end: it also releases listeners and memory. */
  discard(): void
}

export interface BlockWriterOptions extends StoreWriteOptions {
  readonly activity?: Activity | undefined
  /** The memory limit that all writers of a node share. Without it, only the size of its batches limits the writer. */
  readonly budget?: ByteBudget | undefined
}

/**
 * Collects blocks into batches, because one call with many blocks is several times faster for a store than many
 * calls with one. An incomplete batch is sent early when another caller waits for memory.
 *
 * Bytes count as `bytes-in-flight` from the reservation of their memory until their batch ends, successful or
 * not. Identity blocks are never stored: their CID contains them.
 */
export function createBlockWriter(
  blockstore: Pick<Blockstore, 'putMany'>,
  { signal, isRemoval, activity, budget }: BlockWriterOptions = {},
): BlockWriter {
  const remembered = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  let batch = emptyBatch()
  let failure: { readonly reason: unknown } | undefined
  let isDiscarded = false

  const discard = () => {
    for (const leave of batch.leave) leave()
    batch = emptyBatch()
  }
  const check = () => {
    signal?.throwIfAborted()
    if (failure) throw failure.reason
    if (isDiscarded) throw new DOMException('The writer was given up', 'AbortError')
  }
  const send = () => {
    if (batch.blocks.length === 0) return
    const { blocks, leave } = batch
    batch = emptyBatch()
    const sent = blockstore
      .putMany(blocks, { signal, isRemoval })
      .catch((reason: unknown) => {
        failure ??= { reason }
        discard()
      })
      .finally(() => {
        for (const left of leave) left()
        inFlight.delete(sent)
        sendIfDue()
      })
    inFlight.add(sent)
  }
  const sendIfDue = () => {
    if (inFlight.size < MAX_BATCHES_IN_FLIGHT && (isFull(batch) || budget?.isCrowded())) send()
  }
  const takeRoom = async (sizeBytes: number): Promise<ReleaseRoom> => {
    check()
    const release = await budget?.take(sizeBytes, { signal })
    try {
      check()
    } catch (error) {
      release?.()
      throw error
    }
    const leave = activity?.enter('bytes-in-flight', sizeBytes)
    return () => {
      leave?.()
      release?.()
    }
  }
  const isNew = (cid: CID) => {
    const key = blockKey(cid)
    if (cid.multihash.code === IDENTITY_CODE || remembered.has(key)) return false
    if (remembered.size >= MAX_KEYS_REMEMBERED) remembered.clear()
    remembered.add(key)
    return true
  }
  const push = async (block: Block, room: ReleaseRoom) => {
    // No `await` between this check and the push, because several calls may wait here.
    while (isFull(batch)) {
      if (inFlight.size < MAX_BATCHES_IN_FLIGHT) send()
      else await Promise.race(inFlight)
      check()
    }
    batch.blocks.push({
      cid: block.cid,
      bytes: isNearlyWhole(block.bytes) ? block.bytes : compactBytes(block.bytes),
    })
    batch.sizeBytes += block.bytes.byteLength
    batch.leave.push(room)
    sendIfDue()
  }
  signal?.addEventListener('abort', discard, { once: true })
  const stopRelieving = budget?.onCrowd(sendIfDue)

  return {
    takeRoom,
    async put(cid, bytes, options = {}) {
      let { room } = options
      try {
        check()
        if (!isNew(cid)) return room?.()
        room ??= await takeRoom(bytes.byteLength)
        await push({ cid, bytes }, room)
      } catch (error) {
        room?.()
        throw error
      }
    },
    async flush() {
      check()
      send()
      while (inFlight.size > 0) await Promise.all(inFlight)
      check()
    },
    discard() {
      signal?.removeEventListener('abort', discard)
      stopRelieving?.()
      isDiscarded = true
      discard()
    },
  }
}

interface Batch {
  readonly blocks: Block[]
  /** One release function for each block. */
  readonly leave: ReleaseRoom[]
  sizeBytes: number
}

function isNearlyWhole({ byteLength, buffer }: Uint8Array): boolean {
  return (
    buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= buffer.byteLength * MAX_UNUSED_PART
  )
}

function emptyBatch(): Batch {
  return { blocks: [], leave: [], sizeBytes: 0 }
}

function isFull({ blocks, sizeBytes }: Batch): boolean {
  return sizeBytes >= MAX_BATCH_BYTES || blocks.length >= MAX_BATCH_BLOCKS
}
