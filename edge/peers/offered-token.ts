/** The subprotocol of the WebSockets of peers. Offered beside a token, since a browser expects one of its own back. */
const PEER_SUBPROTOCOL = 'libp2p'

const TOKEN_PREFIX = 'bearer.'

/**
 * The token that a peer shows when it connects, as the value of an `Authorization` header. Programs send that header.
 * Pages, whose WebSockets have no headers, offer the subprotocols `libp2p` and `bearer.<token>`: a token in a URL
 * would be logged. `undefined` without one.
 */
export function offeredToken({ headers }: Request): string | undefined {
  const header = headers.get('Authorization')
  if (header !== null) return header
  const offered = offeredSubprotocols(headers).find((name) => name.startsWith(TOKEN_PREFIX))
  return offered === undefined ? undefined : `Bearer ${offered.slice(TOKEN_PREFIX.length)}`
}

/** The headers with which an upgrade chooses the subprotocol of peers. None if the client offers none. */
export function subprotocolHeaders({ headers }: Request): Record<string, string> {
  return offeredSubprotocols(headers).includes(PEER_SUBPROTOCOL)
    ? { 'Sec-WebSocket-Protocol': PEER_SUBPROTOCOL }
    : {}
}

function offeredSubprotocols(headers: Headers): readonly string[] {
  return (headers.get('Sec-WebSocket-Protocol') ?? '').split(',').map((name) => name.trim())
}
