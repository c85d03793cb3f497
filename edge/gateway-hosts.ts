import type { Config } from '../src/config/read-config.ts'

/** The hosts below which each root has an origin of its own: this machine's name, and the owner's domain. */
export function gatewayHosts({ domain }: Config['gateway']): readonly string[] {
  return domain === undefined ? ['localhost'] : ['localhost', domain]
}
