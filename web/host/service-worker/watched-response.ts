/**
 * Returns the same response, and a promise that resolves when its body was read, has failed or was cancelled.
 * The service worker must stay alive until then.
 */
export function watchedResponse(response: Response): { response: Response; ended: Promise<void> } {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  if (response.body === null) {
    end()
    return { response, ended }
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        end()
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { response: new Response(body, response), ended }
}
