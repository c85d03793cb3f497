import { collectBlock } from '../../../../blocks/collect-block.ts'
import { joinBytes } from '../../../../codec/bytes/bytes.ts'
import { openDagPbObject } from '../../../../objects/open-object.ts'
import { setData } from '../../../../objects/patch-object.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { arg } from '../../../declare/wire.ts'
import { onlyFilePart } from '../../../form/only-part.ts'
import { DagObject } from '../../../shapes/objects.ts'

/** Spec: RPC document, section 4, `/object/patch/append-data`. */
export const objectPatchAppendData = defineCommand({
  path: 'object/patch/append-data',
  about: 'Append to the data field of a dag-pb node and store the result',
  status: 'deprecated',
  args: { root: arg('CID of the node to change') },
  options: {},
  body: 'data',
  reply: json(DagObject),
  text: ({ Hash }: { Hash: string }) => `${Hash}\n`,
  parts: ['blocks', 'repo'],
  async run({ blocks, repo }, { args, body, session, signal }) {
    const root = await openDagPbObject(session, args.root, { signal })
    const sent = await collectBlock((await onlyFilePart(body)).content)
    const set = () => setData({ blocks }, root, { data: joinBytes([root.data, sent]), signal })
    return { Hash: `${await repo.whileAdding(set, { signal })}` }
  },
})
