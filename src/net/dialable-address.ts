/**
 * False for an address with port 0, which no peer can be dialled at: hosts that accept WebSockets learn the IP address of
 * a peer, but not its port.
 */
export function isDialable(address: string): boolean {
  return !/\/(tcp|udp)\/0(\/|$)/.test(address)
}

/** Formats an address for callers: one that cannot be dialled is only an IP address. */
export function formatPeerAddress(address: string): string {
  return isDialable(address) ? address : address.split('/').slice(0, 3).join('/')
}
