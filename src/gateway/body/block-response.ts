import { loadBlock } from '../../blocks/load-block.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import type { Representation } from '../formats.ts'
import { type GatewayRequest, givenFilename } from '../gateway-request.ts'
import { bodyResponse } from './body-response.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentEtag } from './etag.ts'

/** A block at the end of a path, and its format. */
export interface BlockAtPath {
  readonly cid: CID
  readonly form: Representation & { readonly kind: 'block' }
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

/** Serves the bytes of one block. Browsers show JSON and save everything else. */
export async function blockResponse(
  request: GatewayRequest,
  { cid, form, headers }: BlockAtPath,
): Promise<Response> {
  const { blocks, signal, query } = request
  const isShown = form.extension === 'json' && query.get('download') !== 'true'
  const filename = givenFilename(request) ?? `${cid}.${form.extension}`
  const disposition = contentDisposition(isShown ? 'inline' : 'attachment', filename)
  return bodyResponse(request, {
    etag: contentEtag(cid, form.etagSuffix),
    contentType: form.contentType,
    sizeBytes: await blockSize(request, cid),
    headers: { ...headers, 'Content-Disposition': disposition },
    async *read({ offset, length }) {
      yield (await loadBlock(blocks, cid, { signal })).subarray(offset, offset + length)
    },
  })
}

async function blockSize({ node, blocks, signal }: GatewayRequest, cid: CID): Promise<number> {
  const stat = cid.multihash.code === IDENTITY_CODE ? undefined : await node.blocks.stat(cid, { signal })
  return stat?.sizeBytes ?? (await loadBlock(blocks, cid, { signal })).byteLength
}
