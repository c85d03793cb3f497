import type { Env } from './env.ts'

/** The hosts below which each root has an origin of its own: this machine's name, and the owner's domain. */
export function gatewayHosts({ GATEWAY_DOMAIN = '' }: Pick<Env, 'GATEWAY_DOMAIN'>): readonly string[] {
  const domain = GATEWAY_DOMAIN.trim().toLowerCase()
  return domain === '' ? ['localhost'] : ['localhost', domain]
}
