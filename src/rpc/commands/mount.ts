import { defineCommand, json } from '../declare/command.ts'
import { text } from '../declare/wire.ts'
import { MountPoints } from '../shapes/node.ts'

/** Spec: RPC document, section 4, `/mount`. */
export const mount = defineCommand({
  path: 'mount',
  about: 'Expose the read-only namespaces',
  args: {},
  options: {
    'cas-path': text('Where content by CID goes', { alias: ['ipfs-path', 'f'] }),
    'nms-path': text('Where content by name goes', { alias: ['ipns-path', 'n'] }),
  },
  reply: json(MountPoints),
})
