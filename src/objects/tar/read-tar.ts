import { joinBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import {
  headerSum,
  invalidHeader,
  TAR_BLOCK_BYTES,
  TAR_FIELDS,
  tarNumber,
  tarText,
} from '../../unixfs/tar/tar-fields.ts'
import { canonicalHeader } from './canonical-header.ts'
import { archiveCut, createTarSource, type TarSource } from './tar-source.ts'

/** One entry of an archive. */
export interface TarEntry {
  /** As the archive spells it, slashes at its ends included. */
  readonly name: string
  /** The header and the extended headers before it, in whole blocks. */
  readonly headers: Uint8Array
  /** Bytes of content; 0 for what has none. */
  readonly sizeBytes: number
  /** The content without padding. What is not read of it is passed over. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Bytes of one extended header, such as a name of any length. */
const MAX_EXTENDED_BYTES = 1024 * 1024

/** Links, devices, directories and pipes have no content, whatever their headers say. */
const WITHOUT_CONTENT = '123456'

/** A file with holes, whose header continues in further blocks. */
const SPARSE = 'S'

/** The values of extended headers for the next entry. */
interface Extended {
  readonly blocks: readonly Uint8Array[]
  readonly name?: string | undefined
  readonly sizeBytes?: number | undefined
}

/**
 * The entries of an archive in their order, as they arrive. It ends with two empty blocks or with its bytes.
 *
 * Throws `corrupt` for what is no tar and for one that is cut, `unsupported` for a sparse file, `too-large` for an
 * extended header over 1 MiB. Source: POSIX.1-2001, pax interchange format; GNU tar manual.
 *
 * Own code: `modern-tar` gives entries without their headers, which have to be stored.
 */
export async function* readTar(
  bytes: AsyncIterable<Uint8Array>,
  { signal }: AbortOptions = {},
): AsyncGenerator<TarEntry, void> {
  const source = createTarSource(bytes)
  try {
    let extended: Extended = { blocks: [] }
    for (let block = await nextHeader(source); block; block = await nextHeader(source)) {
      signal?.throwIfAborted()
      const type = String.fromCharCode(block[TAR_FIELDS.type[0]] ?? 0)
      if (type === SPARSE)
        throw new DomainError('unsupported', 'Cannot read tar: sparse files are not supported')
      if ('xgLK'.includes(type)) {
        const next = await readExtended(source, block, { type, before: extended })
        if (type !== 'g') {
          extended = next
          continue
        }
        // A global header is an entry of its own.
        const headers = joinBytes(next.blocks)
        yield { name: utf8(tarText(block, TAR_FIELDS.name)), headers, sizeBytes: 0, content: nothing() }
        extended = { blocks: [] }
        continue
      }
      const stated = extended.sizeBytes ?? tarNumber(block, TAR_FIELDS.size)
      const sizeBytes = WITHOUT_CONTENT.includes(type) ? 0 : stated
      if (sizeBytes < 0) throw invalidHeader()
      const isPlain = extended.blocks.length === 0
      const headers = isPlain ? canonicalHeader(block) : joinBytes([...extended.blocks, block])
      yield {
        name: extended.name ?? headerName(block),
        headers,
        sizeBytes,
        content: source.content(sizeBytes),
      }
      await source.skipContent()
      extended = { blocks: [] }
    }
    if (extended.blocks.length > 0) throw archiveCut()
  } finally {
    await source.close()
  }
}

/** The next header that is not empty. Throws `corrupt` for a wrong checksum. */
async function nextHeader(source: TarSource): Promise<Uint8Array | undefined> {
  const block = await source.block()
  if (!block) return undefined
  if (block.every((byte) => byte === 0)) {
    const second = await source.block()
    if (second?.some((byte) => byte !== 0)) throw invalidHeader()
    return undefined
  }
  if (tarNumber(block, TAR_FIELDS.checksum) !== headerSum(block)) throw invalidHeader()
  return block
}

async function readExtended(
  source: TarSource,
  block: Uint8Array,
  { type, before }: { readonly type: string; readonly before: Extended },
): Promise<Extended> {
  const sizeBytes = tarNumber(block, TAR_FIELDS.size)
  const heldBytes = before.blocks.reduce((sum, { byteLength }) => sum + byteLength, sizeBytes)
  if (sizeBytes < 0) throw invalidHeader()
  if (heldBytes > MAX_EXTENDED_BYTES) {
    throw new DomainError(
      'too-large',
      `Cannot read tar: extended headers are over ${MAX_EXTENDED_BYTES} bytes`,
    )
  }
  const padded: Uint8Array[] = []
  for (let left = sizeBytes; left > 0; left -= TAR_BLOCK_BYTES) {
    const piece = await source.block()
    if (!piece) throw archiveCut()
    padded.push(piece)
  }
  const blocks = [...before.blocks, block, ...padded]
  const data = joinBytes(padded).subarray(0, sizeBytes)
  if (type === 'K') return { ...before, blocks }
  if (type === 'L') return { ...before, blocks, name: utf8(data).split('\0', 1)[0] ?? '' }
  return { ...before, ...readRecords(data), blocks }
}

/** The name and the size that pax records give, where they do. Throws `corrupt` for what is no record. */
function readRecords(data: Uint8Array): Pick<Extended, 'name' | 'sizeBytes'> {
  let found: Pick<Extended, 'name' | 'sizeBytes'> = {}
  for (let at = 0; at < data.byteLength; ) {
    const space = data.indexOf(0x20, at)
    const length = space < 0 ? Number.NaN : Number(utf8(data.subarray(at, space)))
    const isRecord = Number.isSafeInteger(length) && length > space - at + 1 && data[at + length - 1] === 0x0a
    if (!isRecord) throw invalidHeader()
    const [key, ...values] = utf8(data.subarray(space + 1, at + length - 1)).split('=')
    const value = values.join('=')
    if (key === 'path' && value !== '') found = { ...found, name: value }
    if (key === 'size' && value !== '') found = { ...found, sizeBytes: recordSize(value) }
    at += length
  }
  return found
}

function recordSize(value: string): number {
  const size = Number(value)
  if (/^[0-9]+$/.test(value) && Number.isSafeInteger(size)) return size
  throw invalidHeader()
}

function headerName(header: Uint8Array): string {
  const name = utf8(tarText(header, TAR_FIELDS.name))
  const isUstar = utf8(header.subarray(TAR_FIELDS.magic[0], TAR_FIELDS.magic[0] + 6)) === 'ustar\0'
  const prefix = isUstar ? utf8(tarText(header, TAR_FIELDS.prefix)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}
