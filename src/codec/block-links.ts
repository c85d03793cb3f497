import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import { DomainError } from '../errors.ts'
import { CID, DAG_PB_CODEC, RAW_CODEC } from './cid.ts'
import { codecNamed } from './codec-names.ts'
import { decodeDagPb, MAX_BLOCK_BYTES } from './dag-pb.ts'

/** Codecs whose blocks hold no links: their blocks need not be read to be walked. */
const LEAVES: ReadonlySet<number | undefined> = new Set([
  RAW_CODEC,
  codecNamed('libp2p-key'),
  codecNamed('cbor'),
  codecNamed('json'),
])

/** True for a codec whose blocks {@link linksOfBlock} reads, or knows to have no links. */
export function hasKnownLinks(code: number): boolean {
  return LEAVES.has(code) || code === DAG_PB_CODEC || code === dagCbor.code || code === dagJson.code
}

/** True for a CID whose block cannot have links. */
export function isLeaf({ code }: CID): boolean {
  return LEAVES.has(code)
}

/**
 * The links of a block in the order in which they stand, repeated ones too.
 *
 * Throws `corrupt` for bytes that are not of the codec, `unsupported` for a codec this node cannot read.
 */
export function linksOfBlock(cid: CID, bytes: Uint8Array): readonly CID[] {
  if (isLeaf(cid)) return []
  if (cid.code === DAG_PB_CODEC) return decodeDagPb(bytes).Links.map(({ Hash }) => Hash)
  if (cid.code === dagCbor.code) return linksOfValue(decoded(cid, bytes, dagCbor.decode))
  if (cid.code === dagJson.code) return linksOfValue(decoded(cid, bytes, dagJson.decode))
  const code = `${cid.code} (0x${cid.code.toString(16)})`
  throw new DomainError('unsupported', `no decoder registered for multicodec code ${code}`)
}

function decoded(cid: CID, bytes: Uint8Array, decode: (bytes: Uint8Array) => unknown): unknown {
  if (bytes.byteLength > MAX_BLOCK_BYTES) {
    throw new DomainError('corrupt', `Cannot read node "${cid}": over ${MAX_BLOCK_BYTES} bytes`)
  }
  try {
    return decode(bytes)
  } catch (cause) {
    throw new DomainError('corrupt', `Cannot read node "${cid}": bytes are not of its codec`, { cause })
  }
}

function linksOfValue(root: unknown): CID[] {
  const links: CID[] = []
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    const link = CID.asCID(value)
    if (link) links.push(link)
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      waiting.push(...Object.values(value).reverse())
    }
  }
  return links
}
