import { defineCommand, json } from '../../../../declare/command.ts'
import { bool } from '../../../../declare/wire.ts'
import { countedService, remoteService, remoteServicesText } from '../../../../print/remote-service.ts'
import { RemoteServices } from '../../../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/remote/service/ls`. */
export const pinRemoteServiceLs = defineCommand({
  path: 'pin/remote/service/ls',
  about: 'List the remote pinning services',
  args: {},
  options: { stat: bool('Ask each service for its number of pins', { fallback: false }) },
  reply: json(RemoteServices),
  text: remoteServicesText,
  parts: ['remotePinning'],
  async run({ remotePinning }, { options: { stat }, signal }) {
    const listed = stat
      ? (await remotePinning.countedServices({ signal })).map(countedService)
      : (await remotePinning.services.list({ signal })).map(remoteService)
    return { RemoteServices: listed }
  },
})
