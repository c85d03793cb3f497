/**
 * Fetches a calendar page from the server if the browser's own calendar does not have it: links of the server's
 * calendar lead here too. The server is trusted as much as the page. If it does not have the page either, or
 * cannot be reached, the node's own response `missing` is returned.
 */
export async function serverPage(request: Request, missing: Response): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok || response.status === 304) return response
    await response.body?.cancel()
  } catch {
    // No network: the page remains missing.
  }
  return missing
}
