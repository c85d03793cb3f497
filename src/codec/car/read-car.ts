import { DomainError, isDomainError } from '../../errors.ts'
import type { Block } from '../../ports/blockstore.ts'
import { type ByteCursor, createByteCursor } from '../bytes/byte-cursor.ts'
import { MAX_VARINT_BYTES, readVarint } from '../bytes/varint.ts'
import type { CID } from '../cid/cid.ts'
import { readCid } from '../cid/cid-bytes.ts'
import { MAX_BLOCK_BYTES } from '../dag-pb/dag-pb.ts'
import { type CarHeader, readCarHeader } from './car-header.ts'

export interface ReadCarOptions {
  /** Maximum size of a block, without its CID. Default: 2 MiB. */
  readonly maxBlockBytes?: number | undefined
}

export interface OpenedCar extends CarHeader {
  /**
   * The blocks in the order of the file, including repeated ones. Can be iterated once. Sizes are checked, but
   * hashes are not: verify blocks before storing them. Bytes may be a view of the chunk in which they arrived.
   */
  readonly blocks: AsyncGenerator<Block, void>
}

/** Maximum size of a CID in a section, enough for an identity CID with a digest of 128 bytes. */
const MAX_CID_BYTES = 512

/**
 * Reads a CAR of version 1 or 2 as a stream: the header before this resolves, each block when it is requested.
 * One block and one chunk are in memory. Version 2 is read up to the end of its payload. Its index is not
 * needed and remains unread. Stopping the iteration of `blocks` ends `source`.
 *
 * `@ipld/car` is not used for reading: it allocates whatever length a header or a section claims before it
 * checks it, and accepts a payload of version 2 that ends early.
 *
 * Throws `corrupt` for a malformed or truncated file, `unsupported` for another version, `too-large` for a
 * block above the limit. `blocks` throws the same errors. Spec: CARv1 and CARv2. Spec gap: a section of length
 * zero is malformed, not the end.
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

interface SectionLimits {
  readonly maxBlockBytes: number
  /** Position after the last section. When absent, the sections end with the stream. */
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
