import { loadBlock } from '../../../blocks/load-block.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { only } from '../../serve/only.ts'

/** Spec: RPC document, section 4, `/block/get`. For a path, the block at its end. */
export const blockGet = defineCommand({
  path: 'block/get',
  about: 'Get the bytes of a block',
  args: { key: arg('CID or path of the block', { fromBody: true }) },
  options: {},
  reply: bytes(),
  async run(_, { args, session, signal }) {
    const { cid } = await resolvePath(session, args.key, { signal })
    const block = await loadBlock(session, cid, { signal })
    return { content: only(block), sizeBytes: block.byteLength, contentType: 'application/vnd.ipld.raw' }
  },
})
