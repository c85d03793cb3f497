/**
 * The response with its `Content-Length` in force. workerd sends a stream made by a script in chunks and drops
 * the header, and ends it cleanly when it errors: with a length declared, a cut is visible to the client.
 */
export function declaredLength(response: Response): Response {
  const length = response.headers.get('Content-Length')
  if (response.body === null || length === null) return response
  const { readable, writable } = new FixedLengthStream(Number(length))
  // An error of the source aborts the readable side, which is where the client sees it.
  response.body.pipeTo(writable).catch(() => undefined)
  const declared = new Response(readable, response)
  // Compressed on the way, the body would have another length, and be held back.
  if (!declared.headers.has('Content-Encoding')) declared.headers.set('Content-Encoding', 'identity')
  return declared
}
