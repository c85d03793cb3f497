import { dns } from '../commands/dns.ts'
import { namePublish } from '../commands/name/publish.ts'
import { namePubsubCancel } from '../commands/name/pubsub/cancel.ts'
import { namePubsubState } from '../commands/name/pubsub/state.ts'
import { namePubsubSubs } from '../commands/name/pubsub/subs.ts'
import { nameResolve } from '../commands/name/resolve.ts'
import { resolve } from '../commands/resolve.ts'

/** Commands of the RPC document, section 4, "Naming", in its order. */
export const NAME_COMMANDS = [
  namePublish,
  nameResolve,
  namePubsubCancel,
  namePubsubState,
  namePubsubSubs,
  resolve,
  dns,
] as const
