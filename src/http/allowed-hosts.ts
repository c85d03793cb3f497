/** True for an address over HTTP on one of these hosts, the port included where it is not the usual one. */
export function isOnHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.host) && /^https?:$/.test(url.protocol)
}
