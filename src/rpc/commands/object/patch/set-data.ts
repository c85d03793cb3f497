import { defineCommand, json } from '../../../command.ts'
import { DagObject } from '../../../shapes/objects.ts'
import { arg } from '../../../wire.ts'

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
