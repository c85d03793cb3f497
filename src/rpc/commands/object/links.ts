import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { DagObject } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/links`. */
export const objectLinks = defineCommand({
  path: 'object/links',
  about: 'List the links of a dag-pb node',
  status: 'deprecated',
  args: { key: arg('CID or path of the node', { fromBody: true }) },
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(DagObject),
})
