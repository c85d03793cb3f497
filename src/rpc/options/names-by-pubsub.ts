import type { DomainError } from '../../errors.ts'
import { clientError } from '../errors.ts'

/** The error of commands about subscriptions to names: no host has the network for them. */
export function notEnabled(): DomainError {
  return clientError('unavailable', 'IPNS pubsub subsystem is not enabled')
}
