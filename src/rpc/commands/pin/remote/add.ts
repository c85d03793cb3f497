import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool, text } from '../../../declare/wire.ts'
import { RemotePin } from '../../../shapes/pins.ts'

/** Spec: RPC document, section 4, `/pin/remote/add`. */
export const pinRemoteAdd = defineCommand({
  path: 'pin/remote/add',
  about: 'Pin on a remote service',
  args: { 'ipfs-path': arg('Path to pin') },
  options: {
    service: text('Name of the service'),
    name: text('Name of the pin'),
    background: bool('Return before the service has pinned', { fallback: false }),
  },
  reply: json(RemotePin),
})
