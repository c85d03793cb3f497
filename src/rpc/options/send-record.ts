import { DomainError } from '../../errors.ts'
import type { Routing } from '../../net/routing/routing.ts'

interface SendOptions {
  readonly 'allow-offline'?: boolean | undefined
  readonly 'allow-delegated'?: boolean | undefined
}

/**
 * The only kind of routers to which a record is to be sent; `undefined` for all. Throws `invalid-argument` with the
 * reference's texts for delegated publishers that are not configured.
 */
export function delegatedKind(routing: Pick<Routing, 'can'>, options: SendOptions): 'delegated' | undefined {
  if (!options['allow-delegated']) return undefined
  if (options['allow-offline']) {
    throw new DomainError('invalid-argument', 'cannot use both --allow-offline and --allow-delegated flags')
  }
  if (routing.can('put', { kind: 'delegated' })) return 'delegated'
  const hint = 'add Ipns.DelegatedPublishers or use --allow-offline for local-only publishing'
  throw new DomainError('invalid-argument', `no delegated publishers configured: ${hint}`)
}

/** Throws `unavailable` where there is no router or peer to send a record to, unless the caller permits that it is only kept here. */
export function assertMaySend(
  action: 'publish' | 'put',
  { routing, ...options }: SendOptions & { readonly routing: Pick<Routing, 'can'> },
): void {
  if (options['allow-offline'] || routing.can('put')) return
  throw new DomainError('unavailable', `can't ${action} while offline: pass \`--allow-offline\` to override`)
}
