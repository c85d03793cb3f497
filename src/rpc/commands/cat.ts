import { resolvePaths } from '../../unixfs/dag/resolve.ts'
import { openJoined } from '../../unixfs/read/read-joined.ts'
import { bytes, defineCommand } from '../declare/command.ts'
import { args, bool, int } from '../declare/wire.ts'

/** Spec: RPC document, section 4, `/cat`. */
export const cat = defineCommand({
  path: 'cat',
  about: 'Show object data',
  args: { 'ipfs-path': args('Paths of the files to show, one after the other', { fromBody: true }) },
  options: {
    offset: int('First byte to show, counted over all files', { alias: 'o', wire: 'int64' }),
    length: int('Most bytes to show', { alias: 'l', wire: 'int64' }),
    progress: bool('Accepted and without effect', { alias: 'p' }),
  },
  reply: bytes(),
  async run(_, { args: { 'ipfs-path': paths }, options: { offset, length }, session, signal }) {
    const resolved = await resolvePaths(session, paths, { signal })
    const cids = resolved.map(({ cid }) => cid)
    return openJoined(session, cids, { offset, length, signal })
  },
})
