import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { RAW_CODEC } from '../../src/codec/cid/cid.ts'
import type { Block, Blockstore, StoredBlock, SweepReport } from '../../src/ports/blockstore.ts'

/** The raw CIDv1 block of these bytes: sha2-256, truly hashed. */
export async function rawBlock(bytes: Uint8Array): Promise<Block> {
  return { cid: CID.createV1(RAW_CODEC, await sha256.digest(bytes)), bytes }
}

/** `count` different blocks of `sizeBytes` each. */
export async function numberedBlocks(count: number, sizeBytes = 16): Promise<Block[]> {
  const blocks: Block[] = []
  for (let number = 0; number < count; number += 1) {
    const bytes = new Uint8Array(sizeBytes)
    new DataView(bytes.buffer).setUint32(0, number)
    blocks.push(await rawBlock(bytes))
  }
  return blocks
}

/** What `sweep()` reports when it removed so many blocks, and nothing else was to be done. */
export function sweptOnly(removedBlocks: number): SweepReport {
  return { removedBlocks, indexedBlocks: 0, unreadable: [] }
}

/** Everything that `list()` yields. */
export async function listed(store: Blockstore): Promise<StoredBlock[]> {
  const found: StoredBlock[] = []
  for await (const block of store.list()) found.push(block)
  return found
}

/** A signal that is aborted already, and the reason that every call given it must reject with. */
export function abortedSignal(): { signal: AbortSignal; reason: Error } {
  const reason = new Error('the caller has left')
  return { signal: AbortSignal.abort(reason), reason }
}

/** Lets timers, storage and network run: a loop of resolved promises alone would starve them. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
