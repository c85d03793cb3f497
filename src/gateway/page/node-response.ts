import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../../codec/cid/cid.ts'
import { dagCodec } from '../../codec/ipld/dag-codecs.ts'
import { decodeBlock } from '../../codec/ipld/decode-block.ts'
import { acceptedTypes } from '../accept.ts'
import { pageEtag } from '../body/etag.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { nodePage, nodePageFoot } from './node-page.ts'
import { pageResponse } from './page-response.ts'

/** A node that a path leads to. */
export interface FoundNode {
  readonly cid: CID
  /** Where it comes from. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * True for a node with links in it, of no file system, that a person asks for without naming a format: a
 * browser would save its block or show it as text.
 */
export function wantsPage({ headers, query }: GatewayRequest, { code }: CID): boolean {
  const hasPage = code !== RAW_CODEC && code !== DAG_PB_CODEC && dagCodec(code)?.name.startsWith('dag-')
  if (hasPage !== true || query.get('download') === 'true') return false
  return acceptedTypes(headers.get('Accept')).some(({ type }) => type === 'text/html')
}

/**
 * Serves the page of a node, which says nothing of how long to keep it, as the reference does. Throws
 * `not-found` for a block that is not held, `corrupt` for one that is not of its codec.
 */
export async function nodeResponse(request: GatewayRequest, { cid, headers }: FoundNode): Promise<Response> {
  const { blocks, path, signal } = request
  const value = decodeBlock(cid, await loadBlock(blocks, cid, { signal }))
  return pageResponse(request, {
    etag: pageEtag(cid),
    headers,
    page: nodePage({ cid, path, codec: dagCodec(cid.code)?.name ?? 'raw', value }),
    trouble: () => new TextEncoder().encode(nodePageFoot('This page is not complete.')),
  })
}
