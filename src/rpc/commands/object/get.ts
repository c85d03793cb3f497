import { defineCommand, json } from '../../command.ts'
import { ObjectNode } from '../../shapes/objects.ts'
import { arg, text } from '../../wire.ts'

/** Spec: RPC document, section 4, `/object/get`. */
export const objectGet = defineCommand({
  path: 'object/get',
  about: 'Print a dag-pb node with its links and data',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: {
    'data-encoding': text('Encoding of the data field: text or base64', { fallback: 'text' }),
  },
  reply: json(ObjectNode),
})
