import { DomainError, isDomainError } from '../../errors.ts'
import type { Block } from '../../ports/blockstore.ts'
import { type ByteCursor, createByteCursor } from '../bytes/byte-cursor.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { CUT_CAR } from '../bytes/cut-short.ts'
import { MAX_VARINT_BYTES, readVarint, writeVarint } from '../bytes/varint.ts'
import type { CID } from '../cid/cid.ts'
import { readCid } from '../cid/cid-bytes.ts'
import { MAX_BLOCK_BYTES } from '../dag-pb/dag-pb.ts'
import { type CarHeader, encodeCarHeader, PAYLOAD_VERSION, readCarHeader } from './car-header.ts'

export interface ReadCarOptions {
  /** Largest block that is read, without its CID; 2 MiB when absent. */
  readonly maxBlockBytes?: number | undefined
}

export interface OpenedCar extends CarHeader {
  /**
   * The blocks in the order of the file, repeated ones too; iterate once. Sizes were checked, hashes were not:
   * who stores a block verifies it. Bytes may be a view of the chunk they came in.
   */
  readonly blocks: AsyncGenerator<Block, void>
}

/** Room for a CID in a section: an identity CID of 128 bytes and its numbers fit. */
const MAX_CID_BYTES = 512

/**
 * Opens a CAR of version 1 or 2 as it arrives: the header is read when this resolves, a block whenever it is
 * asked for. Holds one block and one chunk. Version 2 is read up to the end of its payload; its index is not
 * needed and stays in the stream. Abandoning `blocks` ends `source`.
 *
 * `@ipld/car` is not used to read: it gathers whatever length a header or a section claims before it looks
 * at it, and lets a payload of version 2 end early.
 *
 * Throws `corrupt` for a malformed or cut file, `unsupported` for another version, `too-large` for a block
 * over the limit; `blocks` throws the same. Spec: CARv1 and CARv2. Spec gap: a section of length zero is
 * malformed, not the end.
 */
export async function readCar(
  source: AsyncIterable<Uint8Array>,
  { maxBlockBytes = MAX_BLOCK_BYTES }: ReadCarOptions = {},
): Promise<OpenedCar> {
  const cursor = createByteCursor(source)
  try {
    const { payloadEnd, ...header } = await readCarHeader(cursor)
    return { ...header, blocks: readSections(cursor, { maxBlockBytes, payloadEnd }) }
  } catch (error) {
    await cursor.close()
    throw error
  }
}

/**
 * Writes a CAR of version 1: the header, then each block as it comes. Two pieces a block: its length and CID,
 * and its bytes, which are not copied. If `blocks` fails, the CAR ends inside a section and the error is thrown.
 *
 * `@ipld/car` is not used to write: its writer can end a CAR only between two sections, where a reader takes it for
 * whole; it passes three pieces a block through a queue that waits for each; and each of its entries, the one for
 * buffers too, brings `cborg` and readers of its own, 9 to 11 kB gzip. Tests read by it what is written here, and
 * write by it what is read here.
 */
export async function* writeCar(
  roots: readonly CID[],
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Uint8Array, void> {
  yield encodeCarHeader({ version: PAYLOAD_VERSION, roots })
  try {
    for await (const { cid, bytes } of blocks) {
      yield joinBytes([writeVarint(cid.bytes.byteLength + bytes.byteLength), cid.bytes])
      if (bytes.byteLength > 0) yield bytes
    }
  } catch (error) {
    yield CUT_CAR
    throw error
  }
}

interface SectionLimits {
  readonly maxBlockBytes: number
  /** Position behind the last section; absent, the sections end with the stream. */
  readonly payloadEnd: number | undefined
}

async function* readSections(cursor: ByteCursor, limits: SectionLimits): AsyncGenerator<Block, void> {
  const { payloadEnd = Number.POSITIVE_INFINITY, maxBlockBytes } = limits
  try {
    while (cursor.position < payloadEnd) {
      const head = await cursor.peek(Math.min(MAX_VARINT_BYTES, payloadEnd - cursor.position))
      if (head.byteLength === 0 && limits.payloadEnd === undefined) return
      const { value: length, next } = readVarint(head)
      if (length === 0) throw corrupt('a section is empty')
      if (length > maxBlockBytes + MAX_CID_BYTES) throw tooLarge(maxBlockBytes)
      if (cursor.position + next + length > payloadEnd) throw corrupt('a section is longer than the payload')
      await cursor.skip(next)
      yield readBlock(await cursor.take(length), maxBlockBytes)
    }
  } finally {
    await cursor.close()
  }
}

function readBlock(section: Uint8Array, maxBlockBytes: number): Block {
  const { cid, sizeBytes } = cidOf(section)
  const bytes = section.subarray(sizeBytes)
  if (bytes.byteLength > maxBlockBytes) throw tooLarge(maxBlockBytes)
  return { cid, bytes }
}

function cidOf(section: Uint8Array): { readonly cid: CID; readonly sizeBytes: number } {
  try {
    return readCid(section)
  } catch (cause) {
    throw isDomainError(cause) ? corrupt(`a section begins with no CID: ${cause.message}`, cause) : cause
  }
}

function corrupt(message: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', `invalid car: ${message}`, { cause })
}

function tooLarge(maxBlockBytes: number): DomainError {
  return new DomainError('too-large', `invalid car: a block is over ${maxBlockBytes} bytes`)
}
