import { matchesEtag } from '../../http/match-etag.ts'
import { openStream } from '../body/body-response.ts'
import { openHeaders, PAGE_HEADERS } from '../body/headers.ts'
import type { GatewayRequest } from '../gateway-request.ts'

/** A page that is generated from stored nodes. */
export interface GeneratedPage {
  /** Absent if the page may be cut: it then must not be cached either. */
  readonly etag: string | undefined
  /** Headers about the content's origin and caching. */
  readonly headers: Readonly<Record<string, string>>
  /** Read at most once. Not read for HEAD, or when the client has the page. */
  readonly page: AsyncIterable<string>
  /** The end of a page that could not be completed. */
  readonly trouble: string
}

/**
 * Responds with a page: 304 when the client has it, otherwise 200. After a failure, the page says that it is not
 * complete, and its body is then broken off, which a client detects on hosts other than the edge.
 */
export async function pageResponse(
  request: GatewayRequest,
  { etag, headers: from, page, trouble }: GeneratedPage,
): Promise<Response> {
  const shared = { ...openHeaders, ...from, ...(etag !== undefined && { ETag: etag }) }
  if (etag !== undefined && matchesEtag(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: shared })
  }
  const headers = { ...shared, ...PAGE_HEADERS }
  if (request.isHead) return new Response(null, { headers })
  return new Response(await openStream(request, textBytes(page, trouble)), { headers })
}

/** Approximate size of the chunks that are sent. */
const PIECE_CHARACTERS = 16 * 1024

/**
 * Encodes texts as UTF-8, joined into chunks. If the source fails, the texts before the failure and `trouble` are
 * yielded, and then the error is thrown; if nothing was yielded yet, only the error.
 */
async function* textBytes(texts: AsyncIterable<string>, trouble: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let gathered = ''
  let isBegun = false
  try {
    for await (const text of texts) {
      gathered += text
      if (gathered.length < PIECE_CHARACTERS) continue
      isBegun = true
      yield encoder.encode(gathered)
      gathered = ''
    }
  } catch (error) {
    if (isBegun) yield encoder.encode(gathered + trouble)
    throw error
  }
  if (gathered !== '') yield encoder.encode(gathered)
}
