import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { ObjectStat } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/stat`. */
export const objectStat = defineCommand({
  path: 'object/stat',
  about: 'Show the sizes of a dag-pb node',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: { human: bool('Print sizes for people') },
  reply: json(ObjectStat),
})
