import { type Change, readCommit } from '../calendar/commit.ts'
import { readRecord } from '../calendar/record-block.ts'
import type { HeldCommit } from '../calendar/store/history.ts'
import { readCar } from '../codec/car.ts'
import type { CID } from '../codec/cid.ts'
import { decodeDagCbor } from '../codec/decode-dag-cbor.ts'
import { verifyBlock } from '../codec/multihash.ts'
import { openFile } from '../content/read.ts'
import { resolvePath } from '../content/resolve.ts'
import { type ErrorCode, isDomainError } from '../errors.ts'
import { parseContentPath } from '../ledger/da-path.ts'
import type { BlockReader } from '../ledger/load-block.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import { Caught, type LieKind } from './lies.ts'

const UNSEEN: readonly ErrorCode[] = ['unavailable', 'timeout', 'forbidden']

/**
 * The commits of a batch, each with its records behind it and every block what its CID says. Throws
 * {@link Caught}: `withheld` for content that is not to be had, `unreadable` for what is no such CAR.
 */
export async function* readBatch(
  blocks: BlockReader,
  daPath: string,
  options: AbortOptions = {},
): AsyncGenerator<HeldCommit, void> {
  const sections = await openBatch(blocks, daPath, options)
  try {
    for (;;) {
      const first = await nextBlock(sections)
      if (!first) return
      const commit = reading(() => readCommit(decodeDagCbor(first.bytes)))
      for (const change of commit.changes) {
        if (change.after) checkRecord(await nextBlock(sections), { ...change, after: change.after })
      }
      yield { cid: first.cid, commit }
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
    if (!content) throw new Caught({ kind: 'unreadable', message: `No content path: "${daPath}"` })
    const { cid } = await resolvePath(blocks, `/ipfs/${content.cid}/${content.path}`, options)
    const file = await openFile(blocks, cid, options)
    return (await readCar(file.content)).blocks
  } catch (error) {
    throw asCaught(error)
  }
}

async function nextBlock(sections: AsyncGenerator<Block, void>): Promise<Block | undefined> {
  try {
    const { value, done } = await sections.next()
    if (done || !value) return undefined
    await verifyBlock(value.cid, value.bytes)
    return value
  } catch (error) {
    throw asCaught(error)
  }
}

function checkRecord(
  block: Block | undefined,
  { collection, uid, after }: Change & { readonly after: CID },
): void {
  if (!block?.cid.equals(after)) {
    throw new Caught({ kind: 'withheld', message: `The batch lacks record "${after}" of ${collection}` })
  }
  const record = reading(() => readRecord(collection, decodeDagCbor(block.bytes)))
  if (record.uid === uid) return
  throw new Caught({ kind: 'unreadable', message: `Record "${after}" names itself "${record.uid}"` })
}

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asCaught(error)
  }
}

/**
 * What reading foreign data throws, as what it means to an auditor: nothing, where a store or a network failed, for
 * then the data was not seen.
 */
export function asCaught(error: unknown): unknown {
  if (!isDomainError(error) || UNSEEN.includes(error.code)) return error
  const kind: LieKind = error.code === 'not-found' ? 'withheld' : 'unreadable'
  return new Caught({ kind, message: error.message })
}
