import type * as z from 'zod/mini'
import { statBlock } from '../../../blocks/stat-block.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import type { PrintCid } from '../../print/print-cid.ts'
import { BlockInfo } from '../../shapes/blocks.ts'

/** Spec: RPC document, section 4, `/block/stat`. For a path, the block at its end. */
export const blockStat = defineCommand({
  path: 'block/stat',
  about: 'Show the size of a block',
  args: { key: arg('CID or path of the block', { fromBody: true }) },
  options: {},
  reply: json(BlockInfo),
  text: ({ Key, Size }: { Key: string; Size: number }) => `Key: ${Key}\nSize: ${Size}\n`,
  async run(_, { args, session, signal, printCid }) {
    const { cid } = await resolvePath(session, args.key, { signal })
    return blockInfo(await statBlock(session, cid, { signal }), printCid)
  },
})

/** Formats a block for the wire. */
export function blockInfo(
  { cid, sizeBytes }: { readonly cid: CID; readonly sizeBytes: number },
  printCid: PrintCid,
): z.infer<typeof BlockInfo> {
  return { Key: printCid(cid), Size: sizeBytes }
}
