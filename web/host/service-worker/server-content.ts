import { sandboxHeaders } from '../../../src/gateway/body/headers.ts'

/** Every answer of a gateway with content names the path; a page or an error of a plain server does not. */
const GATEWAY_MARK = 'X-Ipfs-Path'

/**
 * The content that this browser does not hold, from the gateway of the server that the page came from. That is
 * trusted as far as the page itself is; the content is not, so it gets no origin whatever gateway the server
 * runs. The engine hides where a navigation is sent, as to the origin of a whole site. Without such a server the
 * node's own answer, `missing`, stands.
 */
export async function serverContent(request: Request, missing: Response): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.type === 'opaqueredirect') return response
    if (response.headers.has(GATEWAY_MARK)) return contained(response)
    await response.body?.cancel()
  } catch {
    // No network: what is missing is missing.
  }
  return request.mode === 'navigate' ? advised(missing) : missing
}

/** For the person who has followed a link; programs read the node's own words. */
async function advised(missing: Response): Promise<Response> {
  return new Response((await missing.text()) + ADVICE, missing)
}

const ADVICE = `
Neither this browser nor its server holds it. Go to ${location.origin} and open a CAR file that has it, or ask whoever sent the link.
`

function contained(response: Response): Response {
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  headers.set('X-Content-Type-Options', 'nosniff')
  // Policies add up: one that is there already stays in force.
  for (const [name, value] of Object.entries(sandboxHeaders(headers.get('Content-Type') ?? ''))) {
    headers.append(name, value)
  }
  return new Response(body, { status, statusText, headers })
}
