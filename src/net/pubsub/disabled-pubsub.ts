import { DomainError } from '../../errors.ts'
import type { Pubsub } from './pubsub.ts'

/** Spec: RPC document's reference implementation, the text of every command of pubsub. */
const refuse = () => {
  const how = 'Run daemon with --enable-pubsub-experiment to use.'
  throw new DomainError('unavailable', `experimental pubsub feature not enabled. ${how}`)
}

/** Pubsub where the owner has disabled it. */
export const disabledPubsub: Pubsub = {
  isEnabled: false,
  publish: async () => refuse(),
  subscribe: async () => refuse(),
  topics: refuse,
  tags: refuse,
  peers: async () => refuse(),
  reset: async () => refuse(),
  addValidator: () => undefined,
  onSubscriber: () => undefined,
}
