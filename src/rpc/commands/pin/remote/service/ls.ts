import { defineCommand, json } from '../../../../declare/command.ts'
import { bool } from '../../../../declare/wire.ts'
import { RemoteServices } from '../../../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/remote/service/ls`. */
export const pinRemoteServiceLs = defineCommand({
  path: 'pin/remote/service/ls',
  about: 'List the remote pinning services',
  args: {},
  options: { stat: bool('Ask each service for its number of pins', { fallback: false }) },
  reply: json(RemoteServices),
})
