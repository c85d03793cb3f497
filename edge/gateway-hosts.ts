import type { Config } from '../src/config/read-config.ts'

/**
 * The parent hosts of subdomain gateways, where each root has an origin of its own: `localhost`, and the
 * owner's domain.
 */
export function gatewayHosts({ domain }: Config['gateway']): readonly string[] {
  return domain === undefined ? ['localhost'] : ['localhost', domain]
}
