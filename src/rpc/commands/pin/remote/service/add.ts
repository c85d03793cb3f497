import { defineCommand, empty } from '../../../../declare/command.ts'
import { arg } from '../../../../declare/wire.ts'

/** Spec: RPC document, section 4, `/pin/remote/service/add`. */
export const pinRemoteServiceAdd = defineCommand({
  path: 'pin/remote/service/add',
  about: 'Add a remote pinning service',
  args: {
    service: arg('Name of the service'),
    endpoint: arg('URL of the service'),
    key: arg('Secret of the service', { isSecret: true }),
  },
  options: {},
  reply: empty(),
  parts: ['remotePinning'],
  async run({ remotePinning }, { args: { service: name, endpoint, key }, signal }) {
    await remotePinning.services.add({ name, endpoint, key }, { signal })
  },
})
