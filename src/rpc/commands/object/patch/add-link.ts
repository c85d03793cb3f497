import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool } from '../../../declare/wire.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/add-link`. */
export const objectPatchAddLink = defineCommand({
  path: 'object/patch/add-link',
  about: 'Add a link to a dag-pb node and store the result',
  status: 'deprecated',
  args: {
    root: arg('CID of the node to change'),
    name: arg('Name of the link, or a path to it'),
    ref: arg('Node to link to'),
  },
  options: { create: bool('Create the nodes on the way', { alias: 'p' }) },
  reply: json(DagObject),
})
