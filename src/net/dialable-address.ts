/**
 * False for an address with port 0, which no peer can be dialled at: hosts that accept WebSockets learn the IP address of
 * a peer, but not its port.
 */
export function isDialable(address: string): boolean {
  return !/\/(tcp|udp)\/0(\/|$)/.test(address)
}

/** The addresses that a peer has told, once each: libp2p keeps some also with the id of the peer at their end. */
export function distinctAddresses(
  peerId: { toString(): string },
  addresses: readonly { readonly multiaddr: { toString(): string } }[],
): string[] {
  return [...new Set(addresses.map(({ multiaddr }) => multiaddr.toString().replace(`/p2p/${peerId}`, '')))]
}

/** Formats an address for callers: one that cannot be dialled is only an IP address. */
export function formatPeerAddress(address: string): string {
  return isDialable(address) ? address : address.split('/').slice(0, 3).join('/')
}
