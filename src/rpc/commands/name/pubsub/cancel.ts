import { defineCommand, json } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { notEnabled } from '../../../options/names-by-pubsub.ts'
import { Canceled } from '../../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/pubsub/cancel`. */
export const namePubsubCancel = defineCommand({
  path: 'name/pubsub/cancel',
  about: 'Cancel a subscription to a name',
  status: 'experimental',
  args: { name: arg('Name to cancel the subscription of') },
  options: {},
  reply: json(Canceled),
  async run() {
    throw notEnabled()
  },
})
