import { newObject } from '../../../objects/new-object.ts'
import { putObject } from '../../../objects/write-object.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { optionalArg } from '../../declare/wire.ts'
import { DagObject } from '../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/new`. */
export const objectNew = defineCommand({
  path: 'object/new',
  about: 'Store a new dag-pb node from a template',
  status: 'deprecated',
  args: { template: optionalArg('Template: unixfs-dir, or none for an empty node') },
  options: {},
  reply: json(DagObject),
  keepsCidV0: true,
  text: ({ Hash }: { Hash: string }) => `${Hash}\n`,
  parts: ['blocks', 'repo'],
  async run({ blocks, repo }, { args: { template }, signal, printCid }) {
    const block = newObject(template)
    const put = () => putObject(blocks, block, { signal })
    return { Hash: printCid(await repo.whileAdding(put, { signal })) }
  },
})
