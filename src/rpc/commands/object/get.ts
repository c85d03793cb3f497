import { defineCommand, json } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { ObjectNode } from '../../shapes/objects.ts'

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
