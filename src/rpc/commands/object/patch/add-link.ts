import { openDagPbObject, openObject } from '../../../../objects/open-object.ts'
import { addLink } from '../../../../objects/patch-object.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg, bool } from '../../../declare/wire.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/add-link`. Today's Go client always sends `allow-non-unixfs`. */
export const objectPatchAddLink = defineCommand({
  path: 'object/patch/add-link',
  about: 'Add a link to a dag-pb node and store the result',
  status: 'deprecated',
  args: {
    root: arg('CID of the node to change'),
    name: arg('Name of the link, or a path to it'),
    ref: arg('Node to link to'),
  },
  options: {
    create: bool('Create the nodes on the way', { alias: 'p' }),
    'allow-non-unixfs': bool(
      'Change nodes that are not UnixFS directories too; when absent, those without UnixFS',
    ),
  },
  reply: json(DagObject),
  text: ({ Hash }: { Hash: string }) => `${Hash}\n`,
  parts: ['blocks', 'repo'],
  async run({ blocks, repo }, { args, options, session, signal }) {
    const root = await openDagPbObject(session, args.root, { signal })
    const target = await openObject(session, args.ref, { signal })
    const store = { reader: session, blocks }
    const { create, 'allow-non-unixfs': allowNonUnixfs } = options
    const add = () => addLink(store, { root, target }, { path: args.name, create, allowNonUnixfs, signal })
    return { Hash: `${await repo.whileAdding(add, { signal })}` }
  },
})
