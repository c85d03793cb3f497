import { getNode } from '../../../unixfs/dag/get-node.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { only } from '../../serve/only.ts'

/**
 * Spec: RPC document, section 4, `/dag/get`. Spec gap: the document shows no output. It is dag-json, as with
 * today's nodes.
 */
export const dagGet = defineCommand({
  path: 'dag/get',
  about: 'Print a node, or the value at a path inside it',
  args: { ref: arg('Path of the node', { fromBody: true }) },
  options: {
    'output-codec': text('Codec to print the node in', { fallback: 'dag-json' }),
  },
  reply: bytes(),
  async run(_, { args, options: { 'output-codec': outputCodec }, session, signal }) {
    const node = await getNode(session, args.ref, { outputCodec, signal })
    return { content: only(node), sizeBytes: node.byteLength }
  },
})
