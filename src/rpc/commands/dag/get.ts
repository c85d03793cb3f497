import { bytes, defineCommand } from '../../command.ts'
import { arg, text } from '../../wire.ts'

/** Spec: RPC document, section 4, `/dag/get`. */
export const dagGet = defineCommand({
  path: 'dag/get',
  about: 'Print a node, or the value at a path inside it',
  args: { ref: arg('Path of the node', { fromBody: true }) },
  options: {
    'output-codec': text('Codec to print the node in', { fallback: 'dag-json' }),
  },
  reply: bytes(),
})
