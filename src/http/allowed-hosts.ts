/** True for an HTTP(S) URL on one of these hosts. A host includes its port unless it is the default one. */
export function isOnHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.host) && /^https?:$/.test(url.protocol)
}
