import { DomainError } from '../../errors.ts'

/** Throws `invalid-argument` when a record is to be published over HTTP: no publisher is configured. */
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
