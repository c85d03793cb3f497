import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { ObjectChanges } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/diff`. */
export const objectDiff = defineCommand({
  path: 'object/diff',
  about: 'Show what differs between two dag-pb nodes',
  args: { obj_a: arg('Node to compare against'), obj_b: arg('Node to compare') },
  options: { verbose: bool('Print more', { alias: 'v' }) },
  reply: json(ObjectChanges),
})
