import type * as z from 'zod/mini'
import { resolvePath } from '../../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool, text } from '../../../declare/wire.ts'
import { remotePin } from '../../../print/remote-service.ts'
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
  text: ({ Cid, Name, Status }: z.infer<typeof RemotePin>) =>
    `CID:    ${Cid}\nName:   ${Name}\nStatus: ${Status}\n`,
  parts: ['remotePinning', 'network', 'swarm', 'keys'],
  async run(
    { remotePinning, ...contact },
    { args, options: { service, name, background }, session, signal },
  ) {
    const pins = await remotePinning.open(service, { signal })
    const { cid } = await resolvePath(session, args['ipfs-path'], { signal })
    return remotePin(await pins.add(cid, { name, blocks: session, contact, background, signal }))
  },
})
