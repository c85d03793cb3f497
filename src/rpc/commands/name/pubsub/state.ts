import { defineCommand, json } from '../../../declare/command.ts'
import { Enabled } from '../../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/pubsub/state`. */
export const namePubsubState = defineCommand({
  path: 'name/pubsub/state',
  about: 'Show whether names are sent by publish and subscribe',
  status: 'experimental',
  args: {},
  options: {},
  reply: json(Enabled),
  text: ({ Enabled }: { Enabled: boolean }) => `${Enabled ? 'enabled' : 'disabled'}\n`,
  // A tab loads its routers among peers with the network.
  parts: ['nameSubscriptions', 'network'],
  run: async ({ nameSubscriptions }) => ({ Enabled: nameSubscriptions.subscriber !== undefined }),
})
