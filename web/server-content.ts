/** Every answer of a gateway with content names the path; a page or an error of a plain server does not. */
const GATEWAY_MARK = 'X-Ipfs-Path'

/**
 * The content that this browser does not hold, from the gateway of the server that the page came from, which is
 * trusted as far as the page itself is; the engine hides where it sends a navigation, as to the origin of a whole
 * site. Without such a server the node's own answer, `missing`, stands.
 */
export async function serverContent(request: Request, missing: Response): Promise<Response> {
  try {
    const response = await fetch(request)
    const leadsElsewhere = response.type === 'opaqueredirect'
    if (leadsElsewhere || response.headers.has(GATEWAY_MARK)) return response
    await response.body?.cancel()
  } catch {
    // No network: what is missing is missing.
  }
  return missing
}
