import { defineCommand, empty } from '../../../../declare/command.ts'
import { arg } from '../../../../declare/wire.ts'

/** Spec: RPC document, section 4, `/pin/remote/service/rm`. */
export const pinRemoteServiceRm = defineCommand({
  path: 'pin/remote/service/rm',
  about: 'Remove a remote pinning service',
  args: { service: arg('Name of the service') },
  options: {},
  reply: empty(),
  parts: ['remotePinning'],
  async run({ remotePinning }, { args, signal }) {
    await remotePinning.services.remove(args.service, { signal })
  },
})
