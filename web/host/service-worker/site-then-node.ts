/**
 * Asks the server first, at a path where a site that embeds this worker may have a page of its own. The node answers
 * where the server has no page, and navigations while the server cannot be reached. Throws the error of `fetch` for
 * other requests then, as without a worker.
 */
export async function siteThenNode(
  request: Request,
  answerOfNode: (request: Request) => Promise<Response>,
): Promise<Response> {
  let ofSite: Response | undefined
  try {
    ofSite = await fetch(request)
  } catch (error) {
    if (request.mode !== 'navigate') throw error
  }
  if (ofSite && ofSite.status !== 404) return ofSite
  const ofNode = await answerOfNode(request)
  if (ofSite && ofNode.status === 404) {
    await ofNode.body?.cancel()
    return ofSite
  }
  await ofSite?.body?.cancel()
  return ofNode
}
