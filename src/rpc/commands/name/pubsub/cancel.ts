import type { PeerId } from '../../../../codec/cid/peer-id.ts'
import { isDomainError } from '../../../../errors.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { clientError } from '../../../errors.ts'
import { nameArgument } from '../../../options/name-records.ts'
import { nameSubscriber } from '../../../options/names-by-pubsub.ts'
import { Canceled } from '../../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/pubsub/cancel`. */
export const namePubsubCancel = defineCommand({
  path: 'name/pubsub/cancel',
  about: 'Cancel a subscription to a name',
  status: 'experimental',
  args: { name: arg('Name to cancel the subscription of') },
  options: {},
  reply: json(Canceled),
  text: ({ Canceled }: { Canceled: boolean }) => (Canceled ? 'canceled\n' : 'no subscription\n'),
  // A tab loads its routers among peers with the network.
  parts: ['nameSubscriptions', 'network'],
  async run({ nameSubscriptions }, { args: { name }, signal }) {
    const subscriber = nameSubscriber(nameSubscriptions)
    return { Canceled: await subscriber.cancel(parsed(name), { signal }) }
  },
})

function parsed(name: string): PeerId {
  try {
    return nameArgument(name)
  } catch (error) {
    throw isDomainError(error)
      ? clientError('invalid-argument', `not a valid IPNS name: ${error.message}`)
      : error
  }
}
