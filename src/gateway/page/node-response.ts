import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { dagCodec } from '../../codec/ipld/dag-codecs.ts'
import { decodeBlock } from '../../codec/ipld/decode-block.ts'
import { acceptedTypes } from '../accept.ts'
import { pageEtag } from '../body/etag.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { nodePage, nodePageFoot } from './node-page.ts'
import { pageResponse } from './page-response.ts'

/** A node at the end of a path. */
export interface FoundNode {
  readonly cid: CID
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * True for a person's request, without a format, for a node that is not UnixFS and may have links: a browser
 * would save its block or show it as text.
 */
export function wantsPage({ headers, query }: GatewayRequest, { code }: CID): boolean {
  const hasPage = code !== RAW_CODEC && code !== DAG_PB_CODEC && dagCodec(code)?.name.startsWith('dag-')
  if (hasPage !== true || query.get('download') === 'true') return false
  return acceptedTypes(headers.get('Accept')).some(({ type }) => type === 'text/html')
}

/**
 * Serves the page of a node, without cache headers like the reference. The block is read before the status is chosen,
 * so a page that has begun lacks nothing. Throws `not-found` for a missing block, `corrupt` for a malformed one.
 */
export async function nodeResponse(request: GatewayRequest, { cid, headers }: FoundNode): Promise<Response> {
  const { blocks, path, signal } = request
  const value = decodeBlock(cid, await loadBlock(blocks, cid, { signal }))
  return pageResponse(request, {
    etag: pageEtag(cid),
    headers,
    page: nodePage({ cid, path, codec: dagCodec(cid.code)?.name ?? 'raw', value }),
    trouble: nodePageFoot('This page is not complete.'),
  })
}
