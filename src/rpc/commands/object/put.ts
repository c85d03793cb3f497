import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { DagObject } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/put`. */
export const objectPut = defineCommand({
  path: 'object/put',
  about: 'Store the request body as a dag-pb node',
  status: 'deprecated',
  args: {},
  options: {
    inputenc: text('Encoding of the input: json, protobuf or xml', { fallback: 'json' }),
    datafieldenc: text('Encoding of the data field: text or base64', { fallback: 'text' }),
    pin: bool('Pin the new node recursively'),
    quiet: bool('Print less', { alias: 'q' }),
  },
  body: 'data',
  reply: json(DagObject),
})
