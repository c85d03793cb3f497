/**
 * A page of the server's calendar, which the calendar of this browser has not: links of that one lead here too. The
 * server is trusted as the page is. Without it, or when it has none either, the node's own answer, `missing`, stands.
 */
export async function serverPage(request: Request, missing: Response): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok || response.status === 304) return response
    await response.body?.cancel()
  } catch {
    // No network: what is missing is missing.
  }
  return missing
}
