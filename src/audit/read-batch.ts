import type { Change, HeldCommit } from '../calendar/model/calendar.ts'
import { readRecord } from '../calendar/store/blocks/record-block.ts'
import { readCommit } from '../calendar/store/commits/commit.ts'
import { readCar } from '../codec/car/car.ts'
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

const UNSEEN: readonly ErrorCode[] = ['unavailable', 'timeout', 'forbidden']

/** A commit of a batch. */
export interface BatchCommit extends HeldCommit {
  /** Records it wrote that the batch does not have: what strangers may not read, by what the node says. */
  readonly hidden: number
}

/**
 * The commits of a batch, each with its records behind it and every block what its CID says. A record may be
 * hidden, and is counted: that it is a draft cannot be seen without it. Throws {@link AuditFault}: `withheld` for
 * content that is not to be had, `unreadable` for what is no such CAR.
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
      const commit = reading(() => readCommit(decodeDagCbor(bytes)))
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
  const record = reading(() => readRecord(collection, decodeDagCbor(bytes)))
  if (record.uid === uid) return
  throw new AuditFault({ kind: 'unreadable', message: `Record "${cid}" names itself "${record.uid}"` })
}

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asAuditFault(error)
  }
}

/**
 * What reading foreign data throws, as what it means to an auditor: nothing, where a store or a network failed, for
 * then the data was not seen.
 */
export function asAuditFault(error: unknown): unknown {
  if (!isDomainError(error) || UNSEEN.includes(error.code)) return error
  const kind: FaultKind = error.code === 'not-found' ? 'withheld' : 'unreadable'
  return new AuditFault({ kind, message: error.message })
}
