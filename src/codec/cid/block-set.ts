import { type CID, IDENTITY_CODE, RAW_CODEC } from './cid.ts'
import { createQuadSet, type Quad } from './quad-set.ts'

/**
 * Which blocks were seen, in little room: one entry of 16 bytes for a block, another for each codec under
 * which it was seen as a node with links.
 *
 * An entry is the beginning of a digest. Two blocks of one entry take 2^64 attempts to make, except identity
 * "digests", which can be made at will and are kept whole.
 */
export interface BlockSet {
  /** Entries; an identity CID counts as what it costs. */
  readonly size: number
  /** Adds the block as a node of its codec; false when it was there as one. */
  addNode(cid: CID): boolean
  hasNode(cid: CID): boolean
  /** Adds the block, whatever is in it; false when it was there. */
  addBlock(cid: CID): boolean
  hasBlock(cid: CID): boolean
  /** Adds exactly this CID, its version included; false when it was there. Not for a set of nodes and blocks. */
  addCid(cid: CID): boolean
  hasCid(cid: CID): boolean
}

export interface BlockSetOptions {
  /** Room for so many entries at once, where their number is known. */
  readonly expected?: number | undefined
}

/** What a kept identity CID costs, in entries. */
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

/** No codec has the number that stands for a CID of version 0 here. */
function versionedCodec({ version, code }: CID): number {
  return version === 0 ? -1 : code
}

function inlineKey(cid: CID, codec: number): string {
  return `${codec}/${cid.toV1()}`
}

/** The same digest under another function, length or codec is another entry. */
function quadOf({ multihash }: CID, codec: number): Quad {
  const { code, digest } = multihash
  const kind =
    Math.imul(code, 0x9e3779b1) ^ Math.imul(digest.byteLength, 0x85ebca6b) ^ Math.imul(codec, 0xc2b2ae35)
  const [a, b, c, d] = digestWords({ multihash })
  return [a, b, c, (d ^ kind) >>> 0]
}

/** The first 16 bytes of a digest, with zeros where it is shorter. */
export function digestWords({ multihash: { digest } }: Pick<CID, 'multihash'>): Quad {
  return [word(digest, 0), word(digest, 4), word(digest, 8), word(digest, 12)]
}

function word(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}
