/**
 * The request with its body as a stream. One engine gives a worker no `Request.body`, so there the body is
 * taken as a blob, which the engine may keep on disk, and streamed from it.
 */
export async function readableRequest(request: Request): Promise<Request> {
  if (request.body !== undefined || request.method === 'GET' || request.method === 'HEAD') return request
  const body = (await request.blob()).stream()
  // The same engine turns a stream given to `new Request()` into text, so it is put beside the request.
  return Object.defineProperty(request, 'body', { value: body })
}
