import type { CID } from '../../codec/cid/cid.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { openNode } from '../../unixfs/read/open-node.ts'
import { tarArchive } from '../../unixfs/tar/tar.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { archiveResponse } from './archive-response.ts'
import { archiveEtag } from './etag.ts'

/** A file or directory at the end of a path. */
export interface FoundFiles {
  readonly cid: CID
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Serves a tar of a file or directory whose root is named after its CID. Entries without a time get the epoch,
 * so that one CID always gives the same archive. Throws the errors of {@link tarArchive}.
 */
export async function tarResponse(request: GatewayRequest, { cid, headers }: FoundFiles): Promise<Response> {
  const { blocks, signal } = request
  return archiveResponse(request, {
    etag: archiveEtag(cid, '.x-tar'),
    contentType: 'application/x-tar',
    filename: `${cid}.tar`,
    headers,
    async open() {
      await openNode(blocks, cid, { signal })
      return coalesceChunks(tarArchive(blocks, cid, cid.toString(), { mtimeMs: 0, signal }))
    },
  })
}
