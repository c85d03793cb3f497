import type { Change, HeldCommit } from '../calendar/model/calendar.ts'
import { readCommit } from '../calendar/store/commits/commit.ts'
import { readRecord } from '../calendar/store/record-block.ts'
import { readCar } from '../codec/car/read-car.ts'
import { verifyBlock } from '../codec/cid/multihash.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { type ErrorCode, isDomainError } from '../errors.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { parseContentPath } from '../ledger/identifiers/da-path.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import { resolvePath } from '../unixfs/dag/resolve.ts'
import { openFile } from '../unixfs/read/read.ts'
import { AuditFault, type FaultKind } from './faults.ts'

const NOT_READ: readonly ErrorCode[] = ['unavailable', 'timeout', 'forbidden']

/** A commit of a batch. */
export interface BatchCommit extends HeldCommit {
  /** Number of records that it wrote and the batch lacks, which the node declares as hidden. */
  readonly hidden: number
}

/**
 * Reads the commits of a batch with their verified records. Hidden records are counted: without their bytes, it
 * cannot be checked that they are drafts. Throws {@link AuditFault}: `withheld` for missing content, `unreadable`
 * for content that is no such CAR.
 */
export async function* readBatch(
  blocks: BlockReader,
  daPath: string,
  options: AbortOptions = {},
): AsyncGenerator<BatchCommit, void> {
  const sections = await openBatch(blocks, daPath, options)
  try {
    let block = await nextBlock(sections)
    while (block) {
      const { cid, bytes } = block
      const commit = asFault(() => readCommit(decodeDagCbor(bytes)))
      let hidden = 0
      block = await nextBlock(sections)
      for (const change of commit.changes) {
        if (!change.after) continue
        if (block?.cid.equals(change.after)) {
          checkRecord(block, change)
          block = await nextBlock(sections)
        } else hidden += 1
      }
      yield { cid, commit, hidden }
    }
  } finally {
    await sections.return()
  }
}

async function openBatch(
  blocks: BlockReader,
  daPath: string,
  options: AbortOptions,
): Promise<AsyncGenerator<Block, void>> {
  try {
    const content = parseContentPath(daPath)
    if (!content) throw new AuditFault({ kind: 'unreadable', message: `No content path: "${daPath}"` })
    const { cid } = await resolvePath(blocks, `/ipfs/${content.cid}/${content.path}`, options)
    const file = await openFile(blocks, cid, options)
    return (await readCar(file.content)).blocks
  } catch (error) {
    throw asAuditFault(error)
  }
}

async function nextBlock(sections: AsyncGenerator<Block, void>): Promise<Block | undefined> {
  try {
    const { value, done } = await sections.next()
    if (done || !value) return undefined
    await verifyBlock(value.cid, value.bytes)
    return value
  } catch (error) {
    throw asAuditFault(error)
  }
}

function checkRecord({ cid, bytes }: Block, { collection, uid }: Change): void {
  const record = asFault(() => readRecord(collection, decodeDagCbor(bytes)))
  if (record.uid === uid) return
  throw new AuditFault({ kind: 'unreadable', message: `Record "${cid}" has the uid "${record.uid}"` })
}

function asFault<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asAuditFault(error)
  }
}

/**
 * Converts an error of reading the audited data into a fault. Errors of a store or network stay as they are, since
 * the data was then not seen.
 */
export function asAuditFault(error: unknown): unknown {
  if (!isDomainError(error) || NOT_READ.includes(error.code)) return error
  const kind: FaultKind = error.code === 'not-found' ? 'withheld' : 'unreadable'
  return new AuditFault({ kind, message: error.message })
}
