/**
 * Like `fetch`, and reports while the body is sent how many bytes of it have left the page, which `fetch` does not
 * tell. The response is there once it is complete, so that it is for short replies alone. Throws the errors of `fetch`.
 */
export function watchedSend(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onSent: (bytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      const { status, statusText, response } = request
      resolve(new Response(response, { status, statusText, headers: headersOf(request) }))
    }
    request.onerror = () => reject(new TypeError('request failed'))
    request.onabort = () => reject(signal?.reason)
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as XMLHttpRequestBodyInit)
  })
}

/** Lines of `name: value`. */
function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean)
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
