import { resolvePath } from '../../../content/resolve.ts'
import { bytes, defineCommand } from '../../command.ts'
import { only } from '../../only.ts'
import { arg } from '../../wire.ts'

/** Spec: RPC document, section 4, `/block/get`. A path leads to the block it ends at. */
export const blockGet = defineCommand({
  path: 'block/get',
  about: 'Get the bytes of a block',
  args: { key: arg('CID or path of the block', { fromBody: true }) },
  options: {},
  reply: bytes(),
  async run({ blocks, ports }, { args, signal }) {
    const { cid } = await resolvePath(ports.blockstore, args.key, { signal })
    const block = await blocks.get(cid, { signal })
    return { content: only(block), sizeBytes: block.byteLength, contentType: 'application/vnd.ipld.raw' }
  },
})
