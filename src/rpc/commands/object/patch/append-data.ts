import { defineCommand, json } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/append-data`. */
export const objectPatchAppendData = defineCommand({
  path: 'object/patch/append-data',
  about: 'Append to the data field of a dag-pb node and store the result',
  status: 'deprecated',
  args: { root: arg('CID of the node to change') },
  options: {},
  body: 'data',
  reply: json(DagObject),
})
