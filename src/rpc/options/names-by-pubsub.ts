import type { NameSubscriber, NameSubscriptions } from '../../names/name-subscriptions.ts'
import { clientError } from '../errors.ts'

/** The service that follows names on this node. Throws `unavailable` with the reference's text where nothing does. */
export function nameSubscriber({ subscriber }: NameSubscriptions): NameSubscriber {
  if (subscriber) return subscriber
  throw clientError('unavailable', 'IPNS pubsub subsystem is not enabled')
}
