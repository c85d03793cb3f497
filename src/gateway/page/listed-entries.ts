import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { type DirectoryLink, directoryEntries } from '../../unixfs/directory/directory-entries.ts'
import { type DirectoryNode, openNode } from '../../unixfs/read/open-node.ts'
import type { GatewayRequest } from '../gateway-request.ts'

/** One entry of a directory for its page. */
export interface ListedEntry {
  readonly name: string
  readonly cid: CID
  /** Absent if finding out would need a missing block, or too many blocks. */
  readonly kind?: 'directory' | 'file' | 'symlink' | 'data'
  /** The size of a file. For anything else, the cumulative size of its blocks. */
  readonly sizeBytes: number
}

/** Limits for reading the blocks of entries on one page: in total, and at the same time. */
const MAX_LOOKS = 256
const LOOK_CONCURRENCY = 6

/**
 * The entries of a directory. Blocks of entries are read only where they are held, because a search for each would delay
 * the page. After the first 256, only the data of their links is used, which needs no reads. A failure to read an entry's
 * block leaves out its details. An unexpected one is logged, and no further blocks are read.
 */
export function listedEntries(request: GatewayRequest, directory: DirectoryNode): AsyncIterable<ListedEntry> {
  const { blocks, signal, node } = request
  let looks = 0
  const look = async (cid: CID): Promise<Partial<ListedEntry>> => {
    try {
      return await details(request, cid)
    } catch (error) {
      if (signal.aborted) throw error
      if (!isDomainError(error)) {
        node.logger.log('warn', 'gateway', 'Cannot read the entries of a directory', { error })
        looks = MAX_LOOKS
      }
      return {}
    }
  }
  return mapOrdered(directoryEntries(blocks, directory, { signal }), {
    concurrency: LOOK_CONCURRENCY,
    async transform({ name, cid, dagSizeBytes }: DirectoryLink): Promise<ListedEntry> {
      const entry = { name, cid, sizeBytes: dagSizeBytes }
      if (cid.code === RAW_CODEC) return { ...entry, kind: 'file' }
      if (cid.code !== DAG_PB_CODEC) return { ...entry, kind: 'data' }
      looks += 1
      return looks > MAX_LOOKS ? entry : { ...entry, ...(await look(cid)) }
    },
  })
}

/** Reads details from an entry's block if it is held. Throws like {@link openNode}. */
async function details({ node, signal }: GatewayRequest, cid: CID): Promise<Partial<ListedEntry>> {
  const entry = await openNode(node.blocks, cid, { signal })
  return entry.kind === 'directory'
    ? { kind: entry.kind }
    : { kind: entry.kind, sizeBytes: entry.part.sizeBytes }
}
