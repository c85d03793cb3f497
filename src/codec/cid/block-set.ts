import { type CID, IDENTITY_CODE, RAW_CODEC } from './cid.ts'
import { createQuadSet, type Quad } from './quad-set.ts'

/**
 * A compact set of blocks: one entry of 16 bytes for each block, and another for each codec under which it was
 * added as a node with links.
 *
 * An entry is the beginning of a digest. Finding two blocks with the same entry takes 2^64 attempts. Identity
 * "digests" can be chosen freely, so they are stored completely.
 */
export interface BlockSet {
  /** The number of entries. An identity CID counts by its cost. */
  readonly size: number
  /** Adds the block as a node of its codec. False if it was already present as one. */
  addNode(cid: CID): boolean
  hasNode(cid: CID): boolean
  /** Adds the block regardless of its codec. False if it was already present. */
  addBlock(cid: CID): boolean
  hasBlock(cid: CID): boolean
  /**
   * Adds exactly this CID, including its version. False if it was already present. Do not mix with nodes and
   * blocks in one set.
   */
  addCid(cid: CID): boolean
  hasCid(cid: CID): boolean
}

export interface BlockSetOptions {
  /** The number of entries to allocate, if known. */
  readonly expected?: number | undefined
}

/** The cost of an identity CID, in entries. */
const IDENTITY_ENTRIES = 16

export function createBlockSet(options: BlockSetOptions = {}): BlockSet {
  const entries = createQuadSet(options)
  const inline = new Set<string>()

  const add = (cid: CID, codec: number) => {
    if (cid.multihash.code !== IDENTITY_CODE) return entries.add(quadOf(cid, codec))
    const before = inline.size
    return inline.add(inlineKey(cid, codec)).size > before
  }
  const has = (cid: CID, codec: number) =>
    cid.multihash.code === IDENTITY_CODE ? inline.has(inlineKey(cid, codec)) : entries.has(quadOf(cid, codec))

  return {
    get size() {
      return entries.size + inline.size * IDENTITY_ENTRIES
    },
    addNode(cid) {
      const isNew = add(cid, cid.code)
      if (isNew && cid.code !== RAW_CODEC) add(cid, RAW_CODEC)
      return isNew
    },
    hasNode: (cid) => has(cid, cid.code),
    addBlock: (cid) => add(cid, RAW_CODEC),
    hasBlock: (cid) => has(cid, RAW_CODEC),
    addCid: (cid) => add(cid, versionedCodec(cid)),
    hasCid: (cid) => has(cid, versionedCodec(cid)),
  }
}

/** The codec, or for a CIDv0 -1, which is no codec. */
function versionedCodec({ version, code }: CID): number {
  return version === 0 ? -1 : code
}

function inlineKey(cid: CID, codec: number): string {
  return `${codec}/${cid.toV1()}`
}

/** The entry of a digest. Another hash function, length or codec gives another entry. */
function quadOf({ multihash }: CID, codec: number): Quad {
  const { code, digest } = multihash
  const kind =
    Math.imul(code, 0x9e3779b1) ^ Math.imul(digest.byteLength, 0x85ebca6b) ^ Math.imul(codec, 0xc2b2ae35)
  const [a, b, c, d] = digestWords({ multihash })
  return [a, b, c, (d ^ kind) >>> 0]
}

/** The first 16 bytes of a digest, padded with zeros. */
export function digestWords({ multihash: { digest } }: Pick<CID, 'multihash'>): Quad {
  return [word(digest, 0), word(digest, 4), word(digest, 8), word(digest, 12)]
}

function word(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}
