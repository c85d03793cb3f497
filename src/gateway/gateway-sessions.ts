import type { AccessPolicy } from '../access/policy.ts'
import type { PublicBlocks, PublicSessions } from '../blocks/public.ts'
import type { SessionOptions } from '../blocks/session.ts'

export interface GatewaySessionsOptions {
  readonly policy: Pick<AccessPolicy, 'needsToken'>
  /** True if the gateway fetches content that the node lacks. Default: where no call needs a token. */
  readonly doesGatewayFetch?: boolean | undefined
}

/** True if the gateway asks other nodes for what its anonymous clients request. */
export function fetchesForClients({
  policy,
  doesGatewayFetch = !policy.needsToken,
}: GatewaySessionsOptions): boolean {
  return doesGatewayFetch
}

/**
 * Opens the sessions in which the gateway reads for its clients. They fetch missing blocks, unless the request is
 * `offline` or the owner permits none to anonymous clients.
 */
export function gatewaySessions(
  sessions: PublicSessions,
  options: GatewaySessionsOptions,
): (options?: SessionOptions) => PublicBlocks {
  const fetches = fetchesForClients(options)
  return (session) => sessions.open({ ...session, offline: session?.offline || !fetches })
}
