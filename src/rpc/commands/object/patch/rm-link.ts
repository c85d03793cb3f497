import { openDagPbObject } from '../../../../objects/open-object.ts'
import { removeLink } from '../../../../objects/patch-object.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool } from '../../../declare/wire.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/rm-link`. Today's Go client always sends `allow-non-unixfs`. */
export const objectPatchRmLink = defineCommand({
  path: 'object/patch/rm-link',
  about: 'Remove a link of a dag-pb node and store the result',
  status: 'deprecated',
  args: { root: arg('CID of the node to change'), name: arg('Name of the link, or a path to it') },
  options: {
    'allow-non-unixfs': bool(
      'Change nodes that are not UnixFS directories too; when absent, those without UnixFS',
    ),
  },
  reply: json(DagObject),
  text: ({ Hash }: { Hash: string }) => `${Hash}\n`,
  parts: ['blocks', 'repo'],
  async run({ blocks, repo }, { args, options, session, signal }) {
    const root = await openDagPbObject(session, args.root, { signal })
    const store = { reader: session, blocks }
    const allowNonUnixfs = options['allow-non-unixfs']
    const remove = () => removeLink(store, root, { path: args.name, allowNonUnixfs, signal })
    return { Hash: `${await repo.whileAdding(remove, { signal })}` }
  },
})
