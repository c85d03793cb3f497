import type { CID } from '../../codec/cid/cid.ts'
import { decodeCid } from '../../codec/cid/cid-bytes.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Operation, Range } from '../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../state/keys.ts'
import type { BlockReader } from '../blocks/load-block.ts'
import { ledgerError } from '../errors.ts'
import { loadRoot } from './root.ts'

const PREFIX = 'ledger/height/'

/** The row that names a root as the newest of its ledger height. Written in one batch with the head. */
export function heightRow(root: CID, height: bigint): Operation {
  return { type: 'put', key: heightKey(height), value: root.bytes }
}

/** Removes the rows from a height on: their roots may not be ancestors of the next head. */
export async function rowRemovals(
  datastore: Pick<Datastore, 'range'>,
  from: bigint,
  options: AbortOptions,
): Promise<readonly Operation[]> {
  const operations: Operation[] = []
  for await (const [key] of datastore.range(rowsFrom(from), options)) operations.push({ type: 'delete', key })
  return operations
}

/** Maximum number of roots that are followed from the nearest row. More than two are needed only after an import. */
const MAX_STEPS = 65_536

export interface RootAtOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'range'>
  readonly blocks: BlockReader
  readonly head: CID
}

/**
 * Finds the root that was the newest at the end of a ledger height. Throws `invalid-argument` (sdk 26) for a future
 * height, `not-found` (3005) when the root is no longer stored, `too-large` when it is too far from any indexed
 * root.
 */
export async function rootAt(
  height: bigint,
  { datastore, blocks, head, signal }: RootAtOptions,
): Promise<CID> {
  const newest = await loadRoot(blocks, head, { signal })
  if (height > newest.height)
    throw ledgerError('futureHeight', `Cannot read ledger at height ${height}: it is at ${newest.height}`)
  if (height === newest.height) return head
  let cid: CID | undefined = (await firstRow(datastore, height, { signal })) ?? head
  for (let steps = 0; cid && steps < MAX_STEPS; steps += 1) {
    const root: { readonly height: bigint; readonly prev: CID | undefined } = await loadRoot(blocks, cid, {
      signal,
    })
    if (root.height <= height) return cid
    cid = root.prev
  }
  throw ledgerError('distant', `Cannot read ledger at height ${height}: too far from a known one`)
}

async function firstRow(
  datastore: Pick<Datastore, 'range'>,
  from: bigint,
  options: AbortOptions,
): Promise<CID | undefined> {
  for await (const [, value] of datastore.range({ ...rowsFrom(from), limit: 1 }, options))
    return decodeCid(value)
  return undefined
}

function rowsFrom(height: bigint): Range {
  return { ...prefixRange(keyOf(PREFIX)), gte: heightKey(height) }
}

function heightKey(height: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, height)
  return keyOf(PREFIX, bytes)
}
