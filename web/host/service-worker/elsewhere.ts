import { BROWSER_PREFIX } from '../../../src/http/surface-prefixes.ts'
import { surfaceOf } from './call-rules.ts'
import { sandboxedContent } from './server-content.ts'
import { unreachedPage } from './unreached-page.ts'

/**
 * The answer of the page's server, which is the chosen node. Content is sandboxed whatever gateway the server runs.
 * A navigation gets a page with the next steps when the server cannot be reached; other requests fail as without a
 * worker.
 */
export async function answerOfServer(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    return surfaceOf(request.url)?.isContent ? sandboxedContent(response) : response
  } catch (error) {
    if (request.mode !== 'navigate') throw error
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    return unreachedPage({
      lead: 'nodeLead',
      links: [
        ['again', path],
        ['browser', BROWSER_PREFIX + path],
        ['other', '/'],
      ],
    })
  }
}

/**
 * Leads to another node that is chosen. Its pages never act with this origin, and this worker never sends a token:
 * the page itself calls that node.
 */
export function answerOfOther({ url }: Request, origin: string): Response {
  const { pathname, search } = new URL(url)
  return Response.redirect(origin + pathname + search, 307)
}
