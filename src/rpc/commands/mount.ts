import { withValue } from '../../config/document/document-path.ts'
import { mountsIn } from '../../config/document/mounts.ts'
import { defineCommand, json } from '../declare/command.ts'
import { text } from '../declare/wire.ts'
import { MountPoints } from '../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/mount`. Spec gap: the paths are prefixes of URLs of this node, which redirect to the
 * namespaces. They are settings, and so are kept until they are set to others.
 */
export const mount = defineCommand({
  path: 'mount',
  about: 'Expose the read-only namespaces',
  args: {},
  options: {
    'cas-path': text('Where content by CID goes', { alias: ['ipfs-path', 'f'] }),
    'nms-path': text('Where content by name goes', { alias: ['ipns-path', 'n'] }),
  },
  reply: json(MountPoints),
  text: ({ IPFS, IPNS }: { readonly IPFS: string; readonly IPNS: string }) =>
    `IPFS mounted at: ${IPFS}\nIPNS mounted at: ${IPNS}\n`,
  parts: ['configuration'],
  async run({ configuration }, { options, signal }) {
    const wanted = { IPFS: options['cas-path'], IPNS: options['nms-path'] }
    const { after } = await configuration.change(
      (document) =>
        Object.entries(wanted).reduce(
          (made, [name, path]) => (path === undefined ? made : withValue(made, `Mounts.${name}`, path)),
          document,
        ),
      { signal },
    )
    const { ipfs, ipns } = mountsIn(after)
    return { IPFS: ipfs, IPNS: ipns, FuseAllowOther: false, CAS: ipfs, NMS: ipns }
  },
})
