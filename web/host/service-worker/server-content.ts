import { sandboxHeaders } from '../../../src/gateway/body/headers.ts'

/** Header that every gateway response with content has. Pages and errors of a plain server lack it. */
const GATEWAY_MARK = 'X-Ipfs-Path'

/**
 * Fetches content that this browser does not hold from the gateway of the page's own server. The server is
 * trusted as much as the page, but the content is not, so it is sandboxed whatever gateway the server runs. The
 * browser follows redirects of navigations invisibly, such as one to the origin of a whole site. Without such a
 * server, the node's own response `missing` is returned.
 */
export async function serverContent(request: Request, missing: Response): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.type === 'opaqueredirect' || response.headers.has(GATEWAY_MARK))
      return sandboxedContent(response)
    await response.body?.cancel()
  } catch {
    // No network: the content remains missing.
  }
  return request.mode === 'navigate' ? withAdvice(missing) : missing
}

/** Adds advice to the page for a person who followed a link. Programs get the node's response unchanged. */
async function withAdvice(missing: Response): Promise<Response> {
  const page = await missing.text()
  return new Response(page.replace('</main>', `${ADVICE}</main>`), missing)
}

const ADVICE = `<p>Neither this browser nor its server holds it. Open a CAR file that has it in <a href="/">the node in this browser</a>, or ask the sender of the link.</p>
`

/**
 * Content of a gateway under the policies that stored content has here, whatever gateway that is. A response that
 * needs no more than it has is returned itself, so that the browser reads it without this worker.
 */
export function sandboxedContent(response: Response): Response {
  const policies = Object.entries(sandboxHeaders(response.headers.get('Content-Type') ?? ''))
  const isInert = policies.length === 0 && response.headers.get('X-Content-Type-Options') === 'nosniff'
  if (isInert || response.type === 'opaqueredirect') return response
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  headers.set('X-Content-Type-Options', 'nosniff')
  // Policies accumulate, so one that the server sent stays in force.
  for (const [name, value] of policies) headers.append(name, value)
  return new Response(body, { status, statusText, headers })
}
