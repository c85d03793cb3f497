import { defineCommand, json } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/set-data`. */
export const objectPatchSetData = defineCommand({
  path: 'object/patch/set-data',
  about: 'Set the data field of a dag-pb node and store the result',
  status: 'deprecated',
  args: { root: arg('CID of the node to change') },
  options: {},
  body: 'data',
  reply: json(DagObject),
})
