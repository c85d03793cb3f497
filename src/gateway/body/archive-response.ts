import { type GatewayRequest, givenFilename } from '../gateway-request.ts'
import { openStream } from './body-response.ts'
import { contentDisposition } from './content-disposition.ts'
import { matchesEtag } from './etag.ts'
import { openHeaders, STREAMED } from './headers.ts'

/** Blocks or files packed together as they are sent. */
export interface PackedArchive {
  readonly etag: string
  readonly contentType: string
  /** What it is saved as when the request does not say. */
  readonly filename: string
  /** Where it comes from. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Checks what can be known before the first byte, where a failure still becomes the answer, and returns the
   * bytes to come. Not called when the client has the archive; for HEAD the bytes are not read.
   */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/**
 * Answers with an archive: 304 when the client has it, else 200, without a length and without ranges: parts
 * of it are asked for by path and scope. Spec: trustless gateway specification, response headers.
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
  if (request.isHead) return new Response(null, { headers })
  return new Response(await openStream(request, source), { headers })
}
