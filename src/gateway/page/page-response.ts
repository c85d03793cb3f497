import { openStream } from '../body/body-response.ts'
import { matchesEtag } from '../body/etag.ts'
import { openHeaders } from '../body/headers.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { textBytes } from './text-bytes.ts'

/** A page that this build makes of stored nodes. */
export interface GeneratedPage {
  readonly etag: string
  /** Where it comes from, and how long it may be kept. */
  readonly headers: Readonly<Record<string, string>>
  /** Read at most once, and not at all for HEAD or when the client has the page. */
  readonly page: AsyncIterable<string>
  /** What stands at the end of a page that cannot be finished. */
  readonly trouble: () => Uint8Array
}

/** The page runs nothing and loads nothing, whatever stands in it. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** Answers with a page: 304 when the client has it, else 200. */
export async function pageResponse(
  request: GatewayRequest,
  { etag, headers: from, page, trouble }: GeneratedPage,
): Promise<Response> {
  const shared = { ...openHeaders, ...from, ETag: etag }
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: shared })
  }
  const headers = {
    ...shared,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY,
  }
  if (request.isHead) return new Response(null, { headers })
  return new Response(await openStream(request, textBytes(page), trouble), { headers })
}
