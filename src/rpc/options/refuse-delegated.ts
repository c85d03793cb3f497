import { DomainError } from '../../errors.ts'

/** Throws `invalid-argument` where a record is to travel by HTTP: this node knows no publisher that takes it. */
export function refuseDelegated(options: {
  readonly 'allow-offline'?: boolean | undefined
  readonly 'allow-delegated'?: boolean | undefined
}): void {
  if (!options['allow-delegated']) return
  throw new DomainError(
    'invalid-argument',
    options['allow-offline']
      ? 'cannot use both --allow-offline and --allow-delegated flags'
      : 'no delegated publishers configured: use --allow-offline for local-only publishing',
  )
}
