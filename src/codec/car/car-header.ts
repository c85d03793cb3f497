import { DomainError, isDomainError } from '../../errors.ts'
import type { ByteCursor } from '../bytes/byte-cursor.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { MAX_VARINT_BYTES, readVarint, writeVarint } from '../bytes/varint.ts'
import { CID } from '../cid/cid.ts'
import { decodeDagCbor } from '../dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../ipld/dag-value.ts'
import { isList } from '../ipld/dag-value.ts'

/** The header of a CAR. */
export interface CarHeader {
  readonly version: 1 | 2
  /** May be empty. Roots need not be among the blocks. */
  readonly roots: readonly CID[]
}

export interface ReadCarHeader extends CarHeader {
  /** Position after the last section. Absent in version 1, whose sections end with the stream. */
  readonly payloadEnd: number | undefined
}

/** The version of the payload, also inside a CAR of version 2. */
export const PAYLOAD_VERSION = 1

/** Maximum header size: about 25,000 roots. */
const MAX_HEADER_BYTES = 1024 * 1024

/** The header of version 2 after its first 11 bytes: 16 bytes of flags, then three 64-bit numbers. */
const V2_HEADER_BYTES = 40
const V2_PAYLOAD_OFFSET = 16

/** Reads the header of either version. Throws `corrupt` for a malformed header, `unsupported` for another version. */
export async function readCarHeader(cursor: ByteCursor): Promise<ReadCarHeader> {
  const { version, roots } = await readHeaderBlock(cursor)
  if (version === 1n) return { version: 1, roots: rootsOf(roots), payloadEnd: undefined }
  if (version !== 2n) throw wrongVersion(version)
  if (roots !== undefined) throw malformed('version 2 has roots before its payload')
  const payloadEnd = await enterPayload(cursor)
  const payload = await readHeaderBlock(cursor)
  if (payload.version !== 1n) throw wrongVersion(payload.version)
  if (cursor.position > payloadEnd) throw malformed('the header is longer than the payload')
  return { version: 2, roots: rootsOf(payload.roots), payloadEnd }
}

/** Encodes a header of version 1, preceded by its length. */
export function encodeCarHeader({ roots }: CarHeader): Uint8Array {
  const block = encodeDagCbor(
    new Map<string, DagValue>([
      ['roots', roots],
      ['version', BigInt(PAYLOAD_VERSION)],
    ]),
  )
  return joinBytes([writeVarint(block.byteLength), block])
}

interface HeaderFields {
  readonly version: DagValue | undefined
  readonly roots: DagValue | undefined
}

async function readHeaderBlock(cursor: ByteCursor): Promise<HeaderFields> {
  const head = await cursor.peek(MAX_VARINT_BYTES)
  if (head.byteLength === 0) throw new DomainError('corrupt', 'unexpected EOF')
  const { value: length, next } = readVarint(head)
  if (length === 0) throw malformed('it is empty')
  if (length > MAX_HEADER_BYTES) throw malformed(`it is over ${MAX_HEADER_BYTES} bytes`)
  await cursor.skip(next)
  const value = decoded(await cursor.take(length))
  if (!(value instanceof Map)) throw malformed('it is no map')
  return { version: value.get('version'), roots: value.get('roots') }
}

function decoded(bytes: Uint8Array): DagValue {
  try {
    return decodeDagCbor(bytes)
  } catch (cause) {
    throw isDomainError(cause) ? malformed(cause.message, cause) : cause
  }
}

/** Skips to the payload of version 2, and returns the position where it ends. */
async function enterPayload(cursor: ByteCursor): Promise<number> {
  const fields = await cursor.take(V2_HEADER_BYTES)
  const view = new DataView(fields.buffer, fields.byteOffset, fields.byteLength)
  const offset = Number(view.getBigUint64(V2_PAYLOAD_OFFSET, true))
  const size = Number(view.getBigUint64(V2_PAYLOAD_OFFSET + 8, true))
  if (offset < cursor.position || !Number.isSafeInteger(offset))
    throw malformed(`invalid data payload offset: ${offset}`)
  if (size < 1 || !Number.isSafeInteger(offset + size)) throw malformed(`invalid data payload size: ${size}`)
  await cursor.skip(offset - cursor.position)
  return offset + size
}

function rootsOf(roots: DagValue | undefined): readonly CID[] {
  if (roots === undefined || !isList(roots)) throw malformed('its roots are no list')
  return roots.map((root) => {
    const cid = CID.asCID(root)
    if (!cid) throw malformed('a root is no link')
    return cid
  })
}

function wrongVersion(version: DagValue | undefined): DomainError {
  if (typeof version !== 'bigint') return malformed('it has no version')
  return new DomainError('unsupported', `invalid car version: ${version}`)
}

function malformed(reason: string, cause?: unknown): DomainError {
  return new DomainError('corrupt', `invalid car header: ${reason}`, { cause })
}
