import { escapeHtml } from '../../../src/html/escape-html.ts'
import { pageHead } from '../../../src/html/page-head.ts'
import { BROWSER_PREFIX } from '../../../src/http/surface-prefixes.ts'
import { surfaceOf } from './call-rules.ts'
import { sandboxedContent } from './server-content.ts'
import { unreachedTexts } from './unreached-texts.ts'

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
    return unreached(new URL(request.url))
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

function unreached({ pathname, search }: URL): Response {
  const path = escapeHtml(pathname + search)
  const { language, title, lead, again, browser, other } = unreachedTexts(navigator.languages)
  const html = `${pageHead({ title, language, style: STYLE })}<main>
<h1>${title}</h1>
<p>${lead}</p>
<p><a href="${path}">${again}</a> <a href="${BROWSER_PREFIX}${path}">${browser}</a> <a href="/">${other}</a></p>
</main>
</body>
</html>
`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
  }
  return new Response(html, { status: 503, headers })
}

const STYLE =
  ':root{color-scheme:light dark;background:light-dark(#f5f9f9,#0b171b);color:light-dark(#10282d,#e4f1f0)}main{max-width:40rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}a{display:inline-block;margin:0 .5rem .5rem 0;padding:.5rem 1rem;border:1px solid;border-radius:.5rem;color:light-dark(#0b6a73,#6fd3cd);text-decoration:none}a:first-child{background:light-dark(#0b6a73,#6fd3cd);color:light-dark(#fff,#08262a)}'
