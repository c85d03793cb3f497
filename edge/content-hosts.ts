import type { Config } from '../src/config/read-config.ts'
import type { ContentHosts } from '../src/gateway/content-host.ts'

/**
 * The hosts at which content has an origin of its own: subdomains of `localhost` and of the owner's domain, and
 * whole sites.
 */
export function contentHosts({ domain, dnslinkHosts }: Config['gateway']): ContentHosts {
  return { gatewayHosts: domain === undefined ? ['localhost'] : ['localhost', domain], dnslinkHosts }
}
