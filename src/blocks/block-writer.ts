import { blockKey, type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { ByteBudget } from './byte-budget.ts'

/** A batch is sent when it holds this much. One batch is one transaction of the store. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
const MAX_BATCH_BLOCKS = 256

/** Batches under way at once; with the one being gathered they bound what a writer holds to 24 MiB. */
const MAX_BATCHES_IN_FLIGHT = 2

/** So many keys are remembered, so that a block that comes again is not sent again. */
const MAX_KEYS_REMEMBERED = 16_384

/** Gives room back that was taken for bytes. */
export type LeaveRoom = () => void

export interface PutBlockOptions {
  /** Room that was taken for these bytes before; it goes back when they are stored, or were not needed. */
  readonly room?: LeaveRoom | undefined
}

export interface BlockWriter {
  /** Waits until the node may hold so many bytes more: for a caller who works on bytes before it puts them. */
  takeRoom(sizeBytes: number): Promise<LeaveRoom>
  /** Takes a block; waits while a bound is reached. Rejects once any batch has failed. */
  put(cid: CID, bytes: Uint8Array, options?: PutBlockOptions): Promise<void>
  /** Resolves when every block taken so far is stored; rejects when one could not be. */
  flush(): Promise<void>
  /** Forgets what was not sent yet, and takes no more: for a writer that is given up. Call it always, at the end. */
  discard(): void
}

export interface BlockWriterOptions extends AbortOptions {
  readonly activity?: Activity | undefined
  /** Shared by all writers of a node. Absent, this writer is bound by its batches alone. */
  readonly budget?: ByteBudget | undefined
}

/**
 * Gathers blocks into batches, because a store answers one call with many blocks several times faster than
 * many calls with one; while others wait for room it sends what it has. Bytes count as `bytes-in-flight`
 * from the room that is taken for them until their batch ends, in whatever way. Identity blocks are never
 * stored: their CID holds them.
 */
export function createBlockWriter(
  blockstore: Pick<Blockstore, 'putMany'>,
  { signal, activity, budget }: BlockWriterOptions = {},
): BlockWriter {
  const remembered = new Set<string>()
  const inFlight = new Set<Promise<void>>()
  let batch = emptyBatch()
  let failure: { readonly reason: unknown } | undefined
  let isGivenUp = false

  const discard = () => {
    for (const leave of batch.leave) leave()
    batch = emptyBatch()
  }
  const check = () => {
    signal?.throwIfAborted()
    if (failure) throw failure.reason
    if (isGivenUp) throw new DOMException('The writer was given up', 'AbortError')
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
        sendIfDue()
      })
    inFlight.add(sent)
  }
  const sendIfDue = () => {
    if (inFlight.size < MAX_BATCHES_IN_FLIGHT && (isFull(batch) || budget?.isCrowded())) send()
  }
  const takeRoom = async (sizeBytes: number): Promise<LeaveRoom> => {
    check()
    const giveBack = await budget?.take(sizeBytes, { signal })
    try {
      check()
    } catch (error) {
      giveBack?.()
      throw error
    }
    const leave = activity?.enter('bytes-in-flight', sizeBytes)
    return () => {
      leave?.()
      giveBack?.()
    }
  }
  const isNew = (cid: CID) => {
    const key = blockKey(cid)
    if (cid.multihash.code === IDENTITY_CODE || remembered.has(key)) return false
    if (remembered.size >= MAX_KEYS_REMEMBERED) remembered.clear()
    remembered.add(key)
    return true
  }
  const push = async (block: Block, room: LeaveRoom) => {
    // No await between the last look at the batch and the push: many may wait here at once.
    while (isFull(batch)) {
      if (inFlight.size < MAX_BATCHES_IN_FLIGHT) send()
      else await Promise.race(inFlight)
      check()
    }
    batch.blocks.push({ cid: block.cid, bytes: compact(block.bytes) })
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
      isGivenUp = true
      discard()
    },
  }
}

interface Batch {
  readonly blocks: Block[]
  /** Gives the room of each block back. */
  readonly leave: LeaveRoom[]
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
