import { DomainError } from '../../src/errors.ts'

/** A connection with the service of a peer. */
export interface Tunnel {
  /** Fails with `unavailable` when the connection breaks. Cancelling it drops the connection. */
  readonly readable: ReadableStream<Uint8Array>
  /** Closing it signals the end of the data to the service. */
  readonly writable: WritableStream<Uint8Array>
}

/** Opens a tunnel by a request whose body continues while the response is read, which no browser sends to a server. */
export async function openTunnel(
  name: string,
  fetchHere: (request: Request) => Promise<Response>,
): Promise<Tunnel> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const request = new Request(new URL(`/tunnels/${encodeURIComponent(name)}`, location.origin), {
    method: 'POST',
  })
  // Some engines refuse a stream as the body of a new request, or convert it to text.
  const response = await fetchHere(Object.defineProperty(request, 'body', { value: readable }))
  if (response.ok && response.body) return { readable: response.body, writable }
  const code = response.status === 404 ? 'not-found' : 'unavailable'
  throw new DomainError(code, (await response.text()).trim())
}
