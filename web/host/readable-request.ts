/**
 * Returns the request with its body as a stream. Firefox has no `Request.body`: there the body is read as a Blob, which the engine may keep on disk, and streamed from it.
 */
export async function readableRequest(request: Request): Promise<Request> {
  if (request.body !== undefined || request.method === 'GET' || request.method === 'HEAD') return request
  const body = (await request.blob()).stream()
  // The same engine converts a stream passed to `new Request()` into text, so `body` is defined on the original
  // request.
  return Object.defineProperty(request, 'body', { value: body })
}
