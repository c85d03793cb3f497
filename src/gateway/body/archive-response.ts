import { matchesEtag } from '../../http/match-etag.ts'
import { type GatewayRequest, givenFilename } from '../gateway-request.ts'
import { assertBegins, openStream } from './body-response.ts'
import { contentDisposition } from './content-disposition.ts'
import { openHeaders, STREAMED } from './headers.ts'

/** Blocks or files that are packed while they are sent. */
export interface PackedArchive {
  readonly etag: string
  readonly contentType: string
  /** The file name for saving, unless the request names one. */
  readonly filename: string
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Checks everything that can be checked before the first byte, while a failure can still become the response,
   * and returns the bytes. Not called when the client has the archive. For HEAD only the first are read.
   */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Responds with an archive: 304 when the client has it, otherwise 200, without a length and without ranges:
 * clients request parts of it by path and scope. Spec: trustless gateway specification, response headers.
 */
export async function archiveResponse(request: GatewayRequest, archive: PackedArchive): Promise<Response> {
  const { etag, contentType, filename } = archive
  const shared = { ...openHeaders, ...archive.headers, ETag: etag, 'Cache-Control': STREAMED }
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: shared })
  }
  const source = await archive.open()
  const headers = {
    ...shared,
    'Content-Type': contentType,
    'Content-Encoding': 'identity',
    'Content-Disposition': contentDisposition('attachment', givenFilename(request) ?? filename),
    'Accept-Ranges': 'none',
  }
  if (request.isHead) {
    await assertBegins(source)
    return new Response(null, { headers })
  }
  return new Response(await openStream(request, source), { headers })
}
