import { isDomainError } from '../src/errors.ts'
import { isOnHost, parseHosts } from '../src/http/allowed-hosts.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { Outbound } from '../src/ports/outbound.ts'
import type { Env } from './env.ts'

/**
 * {@link Outbound} to the hosts that the owner names in `AUDIT_HOSTS` or `HEAL_HOSTS`, and to none otherwise: whoever may call could
 * reach by this node what only this node reaches. A list that cannot be read names nobody, and is logged.
 */
export function outbound(
  { AUDIT_HOSTS = '', HEAL_HOSTS = '' }: Pick<Env, 'AUDIT_HOSTS' | 'HEAL_HOSTS'>,
  logger: Logger,
): Outbound {
  const hosts = [AUDIT_HOSTS, HEAL_HOSTS].flatMap((text) => hostsOf(text, logger))
  return {
    refusal: (url) => (isOnHost(url, hosts) ? undefined : 'AUDIT_HOSTS of this node does not name its host'),
    fetch: (request) => fetch(request),
  }
}

function hostsOf(text: string, logger: Logger): readonly string[] {
  try {
    return parseHosts('AUDIT_HOSTS', text)
  } catch (error) {
    if (!isDomainError(error)) throw error
    logger.log('error', 'ledger', error.message)
    return []
  }
}
