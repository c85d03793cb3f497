import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { type DirectoryLink, directoryEntries } from '../../unixfs/directory/directory-entries.ts'
import { type DirectoryNode, openNode } from '../../unixfs/read/open-node.ts'
import type { GatewayRequest } from '../gateway-request.ts'

/** One name of a directory as a page shows it. */
export interface ListedEntry {
  readonly name: string
  readonly cid: CID
  /** Absent where it would take a block that is not held, or too many blocks, to know. */
  readonly kind?: 'directory' | 'file' | 'symlink' | 'data'
  /** Bytes of a file; of anything else the bytes of all its blocks. */
  readonly sizeBytes: number
}

/** How many entries of one page are looked into, and how many of them at once. */
const MAX_LOOKS = 256
const LOOK_CONCURRENCY = 6

/** The names of a directory. Those after the first 256 are told by their links alone, which costs no reads. */
export function listedEntries(request: GatewayRequest, directory: DirectoryNode): AsyncIterable<ListedEntry> {
  const { blocks, signal } = request
  let looks = 0
  return mapOrdered(directoryEntries(blocks, directory, { signal }), {
    concurrency: LOOK_CONCURRENCY,
    async transform({ name, cid, dagSizeBytes }: DirectoryLink): Promise<ListedEntry> {
      const entry = { name, cid, sizeBytes: dagSizeBytes }
      if (cid.code === RAW_CODEC) return { ...entry, kind: 'file' }
      if (cid.code !== DAG_PB_CODEC) return { ...entry, kind: 'data' }
      looks += 1
      return looks > MAX_LOOKS ? entry : { ...entry, ...(await look(request, cid)) }
    },
  })
}

/** What the node itself says; nothing when it is not held or belongs to no file system. */
async function look({ blocks, signal }: GatewayRequest, cid: CID): Promise<Partial<ListedEntry>> {
  try {
    const node = await openNode(blocks, cid, { signal })
    return node.kind === 'directory'
      ? { kind: node.kind }
      : { kind: node.kind, sizeBytes: node.part.sizeBytes }
  } catch (error) {
    if (isDomainError(error)) return {}
    throw error
  }
}
