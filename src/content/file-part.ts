import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid.ts'
import { decodeDagPb } from '../codec/dag-pb.ts'
import { decodeUnixfs } from '../codec/unixfs.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type BlockReader, loadBlock } from './load-block.ts'
import { mapOrdered } from './map-ordered.ts'

/** Blocks that are loaded ahead of the reader, at each level of the tree. */
const READ_CONCURRENCY = 6

/** Deepest tree that is read: with two links a node this is already more than any file. */
const MAX_DEPTH = 64

interface Child {
  readonly cid: CID
  readonly sizeBytes: number
}

/** One node of a file: its own bytes, then those of its children. */
export interface FilePart {
  readonly data: Uint8Array
  readonly children: readonly Child[]
  readonly sizeBytes: number
}

/** A half-open range of file bytes, relative to the part. */
export interface PartRange {
  readonly start: number
  readonly end: number
}

export interface ReadSource extends AbortOptions {
  readonly blocks: BlockReader
}

/** Reads a block as part of a file. Throws `corrupt` when its sizes do not agree, `unsupported` for another kind. */
export function filePart(cid: CID, bytes: Uint8Array): FilePart {
  if (cid.code === RAW_CODEC) return { data: bytes, children: [], sizeBytes: bytes.byteLength }
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'unrecognized node type')
  const { Data, Links } = decodeDagPb(bytes)
  const { type, data = new Uint8Array(0), blockSizes = [], fileSizeBytes } = decodeUnixfs(Data)
  if (type !== 'file' && type !== 'raw') throw new DomainError('unsupported', 'unrecognized node type')
  if (blockSizes.length !== Links.length) throw badSizes(cid)
  const children = Links.map(({ Hash }, at) => ({ cid: Hash, sizeBytes: blockSizes[at] ?? 0 }))
  const sizeBytes = children.reduce((sum, child) => sum + child.sizeBytes, data.byteLength)
  if (sizeBytes !== (fileSizeBytes ?? sizeBytes) || !Number.isSafeInteger(sizeBytes)) throw badSizes(cid)
  return { data, children, sizeBytes }
}

/**
 * The bytes of a range of a part. Only blocks that hold some of them are loaded, a few ahead of the reader
 * and none before it begins: the ecosystem's exporter reads a whole file ahead of a reader that waits.
 */
export async function* readPart(
  source: ReadSource,
  part: FilePart,
  range: PartRange,
  depth = 0,
): AsyncGenerator<Uint8Array> {
  if (depth > MAX_DEPTH) throw new DomainError('corrupt', `file tree is deeper than ${MAX_DEPTH} levels`)
  const own = part.data.subarray(Math.max(0, range.start), Math.max(0, range.end))
  if (own.byteLength > 0) yield own
  const loaded = mapOrdered(childrenWithin(part, range), {
    concurrency: READ_CONCURRENCY,
    transform: async ({ child, start }) => {
      const inner = filePart(child.cid, await loadBlock(source.blocks, child.cid, source))
      if (inner.sizeBytes !== child.sizeBytes) throw badSizes(child.cid)
      return { inner, start }
    },
  })
  for await (const { inner, start } of loaded) {
    yield* readPart(source, inner, { start: range.start - start, end: range.end - start }, depth + 1)
  }
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

function badSizes(cid: CID): DomainError {
  return new DomainError('corrupt', `Cannot read file: sizes given in ${cid} do not agree`)
}
