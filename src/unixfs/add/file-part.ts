import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagPb, MAX_BLOCK_BYTES } from '../../codec/dag-pb/dag-pb.ts'
import { decodeUnixfs } from '../../codec/dag-pb/unixfs.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import type { ReadAhead } from '../../streams/read-ahead-limit.ts'

/**
 * Limits on blocks loaded ahead of the reader: the number at one level of the tree, and number and bytes at all
 * levels together. Enough for a store that answers several reads concurrently.
 */
const READ_CONCURRENCY = 16
const MAX_AHEAD = 32
const MAX_AHEAD_BYTES = 8 * 1024 * 1024

/** Deepest tree that is read. With two links in each node, it is more than any file needs. */
const MAX_DEPTH = 64

/** Maximum bytes of the nodes above a leaf. Trees of real writers need far less; a malicious tree could need more. */
const MAX_ABOVE_BYTES = 16 * 1024 * 1024

interface Child {
  readonly cid: CID
  readonly sizeBytes: number
}

/** One node of a file: its own bytes, followed by those of its children. */
export interface FilePart {
  readonly data: Uint8Array
  readonly children: readonly Child[]
  readonly sizeBytes: number
  /** Bytes of the block itself, which is held while its children are read. */
  readonly blockBytes: number
}

/** A half-open range of file bytes, relative to the part. */
export interface PartRange {
  readonly start: number
  readonly end: number
}

export interface ReadSource extends AbortOptions {
  readonly blocks: BlockReader
}

/**
 * Parses a block as part of a file. Throws `corrupt` when its sizes are inconsistent, `unsupported` for another
 * kind of node.
 */
export function filePart(cid: CID, bytes: Uint8Array): FilePart {
  if (cid.code === RAW_CODEC) {
    return { data: bytes, children: [], sizeBytes: bytes.byteLength, blockBytes: bytes.byteLength }
  }
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'unrecognized node type')
  const { Data, Links } = decodeDagPb(bytes)
  const { type, data = new Uint8Array(0), blockSizes = [], fileSizeBytes } = decodeUnixfs(Data)
  if (type !== 'file' && type !== 'raw') throw new DomainError('unsupported', 'unrecognized node type')
  if (blockSizes.length !== Links.length) throw inconsistentSizes(cid)
  const children = Links.map(({ Hash }, at) => ({ cid: Hash, sizeBytes: blockSizes[at] ?? 0 }))
  const sizeBytes = children.reduce((sum, child) => sum + child.sizeBytes, data.byteLength)
  if (sizeBytes !== (fileSizeBytes ?? sizeBytes) || !Number.isSafeInteger(sizeBytes))
    throw inconsistentSizes(cid)
  return { data, children, sizeBytes, blockBytes: bytes.byteLength }
}

/**
 * Reads a range of a part. Loads only blocks that overlap the range, a few ahead of the reader and none before the
 * first read. (The ecosystem's exporter reads the whole file ahead of a slow reader.)
 */
export async function* readPart(
  source: ReadSource,
  part: FilePart,
  range: PartRange,
): AsyncGenerator<Uint8Array> {
  const most = source.blocks.prefetch ? READ_CONCURRENCY : 1
  const readAhead = source.blocks.readAhead?.open()
  const reading: Reading = { ...source, readAhead, ahead: 0, aheadBytes: 0, most }
  try {
    yield* readBelow(reading, part, { ...range, depth: 0, aboveBytes: 0 })
  } finally {
    readAhead?.close()
  }
}

interface Reading extends ReadSource {
  readonly readAhead: ReadAhead | undefined
  /** Number of blocks that are loaded or loading, and not read yet. */
  ahead: number
  /** Upper bound on the bytes of these blocks. */
  aheadBytes: number
  /**
   * How many blocks of one level may be loading. From a local store it starts at one and doubles with each leaf, so
   * that the first byte does not wait for blocks behind it; blocks of peers are far away, and are asked for at once.
   */
  most: number
}

interface Place extends PartRange {
  readonly depth: number
  readonly aboveBytes: number
}

async function* readBelow(reading: Reading, part: FilePart, place: Place): AsyncGenerator<Uint8Array> {
  const { start: from, end, depth } = place
  const aboveBytes = place.aboveBytes + part.blockBytes
  if (depth > MAX_DEPTH) throw new DomainError('corrupt', `file tree is deeper than ${MAX_DEPTH} levels`)
  if (part.children.length > 0 && aboveBytes > MAX_ABOVE_BYTES) {
    throw new DomainError('corrupt', `file tree holds over ${MAX_ABOVE_BYTES} bytes above its leaves`)
  }
  const own = part.data.subarray(Math.max(0, from), Math.max(0, end))
  if (own.byteLength > 0) yield own
  const loaded = mapOrdered(childrenWithin(part, place), {
    concurrency: () =>
      reading.aheadBytes >= MAX_AHEAD_BYTES || reading.blocks.readAhead?.isReached()
        ? 1
        : Math.min(reading.most, MAX_AHEAD - reading.ahead),
    transform: async ({ child, start }) => {
      reading.ahead += 1
      holdAhead(reading, maxBlockBytes(child))
      const inner = filePart(child.cid, await loadBlock(reading.blocks, child.cid, reading))
      if (inner.sizeBytes !== child.sizeBytes) throw inconsistentSizes(child.cid)
      return { inner, start, heldBytes: maxBlockBytes(child) }
    },
  })
  for await (const { inner, start, heldBytes } of loaded) {
    reading.ahead -= 1
    holdAhead(reading, -heldBytes)
    // Nodes above the leaves are not what the reader waits for.
    if (inner.children.length === 0) reading.most = Math.min(READ_CONCURRENCY, 2 * reading.most)
    yield* readBelow(reading, inner, { start: from - start, end: end - start, depth: depth + 1, aboveBytes })
  }
}

function holdAhead(reading: Reading, bytes: number): void {
  reading.aheadBytes += bytes
  reading.readAhead?.add(bytes)
}

/** Upper bound on the bytes of a child's block, which may be an inner node and then smaller than the file below it. */
function maxBlockBytes({ sizeBytes }: Child): number {
  return Math.min(sizeBytes, MAX_BLOCK_BYTES)
}

function* childrenWithin(part: FilePart, { start: from, end }: PartRange) {
  let start = part.data.byteLength
  for (const child of part.children) {
    if (start >= end) return
    const next = start + child.sizeBytes
    if (child.sizeBytes > 0 && next > from) yield { child, start }
    start = next
  }
}

function inconsistentSizes(cid: CID): DomainError {
  return new DomainError('corrupt', `Cannot read file: sizes given in ${cid} do not agree`)
}
