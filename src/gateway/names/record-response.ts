import { toBase64Url } from '../../codec/bytes/base64url.ts'
import { parsePeerId } from '../../codec/cid/peer-id.ts'
import { DomainError } from '../../errors.ts'
import { remainingMs } from '../../names/record/check-record.ts'
import type { NameRecord } from '../../names/record/name-record.ts'
import { bodyResponse } from '../body/body-response.ts'
import { contentDisposition } from '../body/content-disposition.ts'
import { variant } from '../body/etag.ts'
import { FORMAT_TYPES } from '../formats.ts'
import { encodePath } from '../gateway-path.ts'
import { givenFilename, originHeaders, type UnresolvedRequest } from '../gateway-request.ts'

/**
 * Serves the signed record of a name, which clients can verify. It may be cached for the lifetime that it
 * declares. Throws `invalid-argument` for a path that is not just the name of a key, `not-found` without a
 * valid record. Spec: trustless gateway specification, `application/vnd.ipfs.ipns-record`; the reference's
 * error texts.
 */
export async function recordResponse(request: UnresolvedRequest): Promise<Response> {
  const { node, path, isLocal, signal } = request
  if (path.namespace === 'ipfs') {
    const asked = encodePath('/ipfs', [path.root, ...path.names]).slice(0, MAX_QUOTED_CHARACTERS)
    throw new DomainError('invalid-argument', `${asked} is not an IPNS link`)
  }
  if (path.names.length > 0) throw new DomainError('invalid-argument', 'cannot find ipns key for subpath')
  let found: NameRecord | undefined
  for await (const record of node.names.search(parsePeerId(path.root), { isLocal, signal })) found = record
  if (!found) throw new DomainError('not-found', 'routing: not found')
  const { bytes, ttlNs } = found
  const ttlMs = Math.max(0, Math.min(Number(ttlNs) / 1e6, remainingMs(found, node.clock.now())))
  const filename = givenFilename(request) ?? `${path.root}.ipns-record`
  return bodyResponse(
    { ...request, content: { root: path.root, names: [], ttlMs } },
    {
      etag: `"${await variant(toBase64Url(bytes))}.ipns-record"`,
      contentType: FORMAT_TYPES['ipns-record'],
      sizeBytes: bytes.byteLength,
      headers: {
        ...originHeaders(request, { trail: [], format: 'ipns-record' }),
        'Content-Disposition': contentDisposition('attachment', filename),
      },
      async *read({ offset, length }) {
        yield bytes.subarray(offset, offset + length)
      },
    },
  )
}

const MAX_QUOTED_CHARACTERS = 512
