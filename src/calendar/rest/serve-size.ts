import { type CID, parseCid } from '../../codec/cid/cid.ts'
import { matchesEtag } from '../../http/match-etag.ts'
import type { CoreNode } from '../../node/create.ts'
import { createSizeMaker } from '../pictures/make-sizes.ts'
import { type NamedSize, originalName, parseSizePath } from '../pictures/sizes.ts'

/** Any page may read content whose CID it knows. */
const OPEN = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' }

/**
 * Answers a read of a resized picture. Redirects to the original when no size can be made: this host decodes no
 * pictures, or the picture is damaged or too large. Spec gap: calendar facts, section 2.2, do not say where sizes
 * are.
 */
export function createSizeServer(
  node: Pick<CoreNode, 'publicBlocks' | 'locks' | 'imageResizer'>,
): (request: Request) => Promise<Response> {
  const { imageResizer } = node
  const makeSize = imageResizer && createSizeMaker({ node, imageResizer })

  return async ({ url, headers, signal }) => {
    const named = parseSizePath(new URL(url).pathname)
    const cid = named && cidOf(named)
    if (!cid) return new Response('404 page not found\n', { status: 404, headers: OPEN })
    const made = await makeSize?.(cid, named.size, { signal })
    if (!made) return original(named)
    const tag = `"${cid}.${named.size}"`
    const kept = { ...OPEN, 'Cache-Control': 'public, max-age=604800', ETag: tag }
    if (matchesEtag(headers.get('If-None-Match'), tag))
      return new Response(null, { status: 304, headers: kept })
    const length = String(made.bytes.byteLength)
    return new Response(made.bytes, {
      headers: { ...kept, 'Content-Type': made.type, 'Content-Length': length },
    })
  }
}

function cidOf({ cid }: NamedSize): CID | undefined {
  try {
    return parseCid(cid)
  } catch {
    return undefined
  }
}

/** Not cacheable: another host may be able to make the size. */
function original({ cid, name }: NamedSize): Response {
  const location = `/ipfs/${cid}?filename=${encodeURIComponent(originalName(name))}`
  return new Response(null, {
    status: 302,
    headers: { ...OPEN, Location: location, 'Cache-Control': 'no-cache' },
  })
}
