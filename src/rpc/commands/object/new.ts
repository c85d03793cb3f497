import { defineCommand, json } from '../../command.ts'
import { DagObject } from '../../shapes/objects.ts'
import { optionalArg } from '../../wire.ts'

/** Spec: RPC document, section 4, `/object/new`. */
export const objectNew = defineCommand({
  path: 'object/new',
  about: 'Store a new dag-pb node from a template',
  status: 'deprecated',
  args: { template: optionalArg('Template: unixfs-dir, or none for an empty node') },
  options: {},
  reply: json(DagObject),
})
