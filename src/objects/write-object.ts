import type { Blocks } from '../blocks/blocks.ts'
import { CID, DAG_PB_CODEC, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { hasherFor } from '../codec/cid/hashers.ts'
import { encodeDagPb } from '../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { ObjectLink, StoredObject } from './open-object.ts'

/** The parameters of the CID of a new node. Each CID has them. */
type CidForm = Pick<CID, 'version'> & { readonly multihash: Pick<CID['multihash'], 'code'> }

/** The form of nodes that are not made from others. */
const NEW_NODE: CidForm = { version: 0, multihash: { code: 0x12 } }

/** A directory of UnixFS without entries. */
export const EMPTY_DIRECTORY: StoredObject = {
  cid: CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'),
  bytes: Uint8Array.of(0x0a, 0x02, 0x08, 0x01),
  data: Uint8Array.of(0x08, 0x01),
  links: [],
}

export type ObjectContent = Pick<StoredObject, 'data' | 'links'>

/** A dag-pb block as the object API writes it: each link with a name and a size, data only where there is some. */
export function encodeObject({ data, links }: ObjectContent): Uint8Array {
  return encodeDagPb({
    ...(data.byteLength > 0 && { Data: data }),
    Links: links.map(({ name, cid, sizeBytes }) => ({ Hash: cid, Name: name, Tsize: sizeBytes })),
  })
}

/** Stores a dag-pb block. Throws `unsupported` for a hash function that is not known here. */
export async function putObject(
  blocks: Pick<Blocks, 'put'>,
  bytes: Uint8Array,
  { form = NEW_NODE, signal }: AbortOptions & { readonly form?: CidForm },
): Promise<CID> {
  const { code } = form.multihash
  // A block that is its own CID may grow over what a CID may hold.
  const hasher = hasherFor(code === IDENTITY_CODE ? 'sha2-256' : code)
  if (!hasher)
    throw new DomainError('unsupported', `Cannot write node: hash function ${code} is not known here`)
  const format = { version: form.version, codec: DAG_PB_CODEC, hasher, digestBytes: -1 }
  return (await blocks.put(bytes, { format, signal })).cid
}

/** A link of that name to an object. */
export function objectLink(name: string, { cid, bytes, links }: Omit<StoredObject, 'data'>): ObjectLink {
  const sizeBytes = links.reduce((sum, link) => sum + link.sizeBytes, bytes.byteLength)
  return { name, cid, sizeBytes }
}
