import type { PeerId } from '../codec/cid/peer-id.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** Follows names by the messages of their topics. */
export interface NameSubscriber {
  /** The names that are followed. */
  names(): Promise<readonly PeerId[]>
  /** Ends the subscription to a name. False if there is none. */
  cancel(name: PeerId, options?: AbortOptions): Promise<boolean>
}

/** The subscriber of a node, if it has one: a node without peers does not. */
export interface NameSubscriptions {
  readonly subscriber: NameSubscriber | undefined
  use(subscriber: NameSubscriber): void
}

export function createNameSubscriptions(): NameSubscriptions {
  let subscriber: NameSubscriber | undefined
  return {
    get subscriber() {
      return subscriber
    },
    use(used) {
      subscriber = used
    },
  }
}
