import { loadBlock } from '../../blocks/load-block.ts'
import { blockNotFound } from '../../blocks/not-found.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import type { Representation } from '../formats.ts'
import { givenFilename, type Visit } from '../visit.ts'
import { bodyResponse } from './body-response.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentEtag } from './etag.ts'

/** A block that a path leads to, and the form it is given in. */
export interface FoundBlock {
  readonly cid: CID
  readonly form: Representation & { readonly kind: 'block' }
  /** Where it comes from. */
  readonly headers: Readonly<Record<string, string>>
}

/** Serves the bytes of one block. JSON is shown, everything else is saved. */
export async function blockResponse(visit: Visit, { cid, form, headers }: FoundBlock): Promise<Response> {
  const { blocks, signal, query } = visit
  const isShown = form.extension === 'json' && query.get('download') !== 'true'
  const filename = givenFilename(visit) ?? `${cid}.${form.extension}`
  const disposition = contentDisposition(isShown ? 'inline' : 'attachment', filename)
  return bodyResponse(visit, {
    etag: contentEtag(cid, form.etagSuffix),
    contentType: form.contentType,
    sizeBytes: await blockSize(visit, cid),
    headers: { ...headers, 'Content-Disposition': disposition },
    async *read({ offset, length }) {
      yield (await loadBlock(blocks, cid, { signal })).subarray(offset, offset + length)
    },
  })
}

async function blockSize({ node, signal }: Visit, cid: CID): Promise<number> {
  if (cid.multihash.code === IDENTITY_CODE) return cid.multihash.digest.byteLength
  const stat = await node.blocks.stat(cid, { signal })
  if (stat === undefined) throw blockNotFound(cid)
  return stat.sizeBytes
}
