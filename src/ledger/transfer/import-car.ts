import type { BlockWriter } from '../../blocks/block-writer.ts'
import { readCar } from '../../codec/car/read-car.ts'
import { type CID, RAW_CODEC } from '../../codec/cid/cid.ts'
import { codecNamed } from '../../codec/cid/codec-names.ts'
import { verifyBlock } from '../../codec/cid/multihash.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import { ledgerError } from '../errors.ts'
import { historyBlocks } from '../state/history-blocks.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { FIRST_BLOCK, loadRoot } from '../state/root.ts'
import { inconsistent } from './check-state.ts'

/** Codecs of ledger blocks: nodes and records. Content of records is transferred separately. */
const CODECS: ReadonlySet<number | undefined> = new Set([RAW_CODEC, codecNamed('dag-cbor')])

/**
 * Stores the verified blocks of a CAR and returns its single root. Nothing refers to the root yet. Throws
 * `invalid-argument` (3006) for another number of roots, 3000 for blocks of other codecs, and what the CAR reader
 * throws.
 */
export async function storeCar(
  source: AsyncIterable<Uint8Array>,
  { writer, signal }: AbortOptions & { readonly writer: BlockWriter },
): Promise<CID> {
  const { roots, blocks } = await readCar(source)
  const [root, ...rest] = roots
  if (!root || rest.length > 0) {
    await blocks.return()
    throw ledgerError('inconsistent', `Cannot import CAR with ${roots.length} roots: expected one`)
  }
  for await (const { cid, bytes } of blocks) {
    signal?.throwIfAborted()
    if (!CODECS.has(cid.code))
      throw ledgerError('malformed', `Cannot import block "${cid}": codec ${cid.code}`)
    await verifyBlock(cid, bytes)
    await writer.put(cid, bytes)
  }
  await writer.flush()
  return root
}

/**
 * Checks that everything below a root is stored, as garbage collection and backups need it. Throws `not-found` (3005)
 * for a missing block.
 */
export async function checkComplete(
  root: CID,
  options: AbortOptions & { readonly blocks: Pick<Blockstore, 'get' | 'has'> },
): Promise<void> {
  try {
    for await (const _ of historyBlocks(root, { ...options, keepRoots: 1 }));
  } catch (cause) {
    if (!isDomainError(cause, 'not-found')) throw cause
    throw ledgerError('unreachable', `Cannot import root "${root}": ${cause.message}`, { cause })
  }
}

/** Maximum number of ancestors that are searched for the current newest root. */
const MAX_ROOTS = 1_000_000

/**
 * Checks that a root may become the newest: the ledger has no rollapps, or the root descends from the newest one.
 * True in the second case. Throws `invalid-argument` (3006) otherwise, and `failed-precondition` (3003) for a
 * descendant of a lower ledger height.
 */
export async function checkSuccession(
  current: LedgerState,
  root: CID,
  { blocks, signal }: AbortOptions & { readonly blocks: BlockReader },
): Promise<boolean> {
  if ((await current.rollappCount({ signal })) === 0) return false
  let cid: CID | undefined = root
  for (let steps = 0; cid && steps < MAX_ROOTS; steps += 1) {
    if (cid.equals(current.cid)) {
      const { height } = await loadRoot(blocks, root, { signal })
      if (height >= current.height) return true
      throw ledgerError('height', `Cannot move from height ${current.height} to ${height} of root "${root}"`)
    }
    if (cid.equals(FIRST_BLOCK.cid)) break
    cid = await prevOf(blocks, cid, { signal })
  }
  throw inconsistent('empty-ledger', `root "${root}" does not descend from "${current.cid}"`)
}

/** `undefined` when the block is missing. */
async function prevOf(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<CID | undefined> {
  try {
    return (await loadRoot(blocks, cid, options)).prev
  } catch (error) {
    if (isDomainError(error, 'not-found')) return undefined
    throw error
  }
}
