/** The request without its body: an empty one, for which a length of 0 was declared, can be sent only once too. */
export function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal, redirect: 'manual' })
}
