import { resolvePath } from '../../unixfs/dag/resolve.ts'
import { openArchive } from '../../unixfs/tar/archive.ts'
import { bytes, defineCommand } from '../declare/command.ts'
import { arg, bool, int, text } from '../declare/wire.ts'

/** Spec: RPC document, section 4, `/get`. Spec gap: the reply is a tar, except for a single file with `compress`. */
export const get = defineCommand({
  path: 'get',
  about: 'Download objects as a tar or gzip file',
  args: { 'ipfs-path': arg('Path of the file or directory', { fromBody: true }) },
  options: {
    output: text('Where command lines write to; without effect here', { alias: 'o' }),
    archive: bool('Answer a tar archive', { alias: 'a' }),
    compress: bool('Compress with gzip', { alias: 'C' }),
    'compression-level': int('From 1, fast, to 9, small', { alias: 'l' }),
    progress: bool('Accepted and without effect', { alias: 'p' }),
  },
  reply: bytes(),
  parts: ['clock'],
  async run({ clock }, { args: { 'ipfs-path': path }, options, session, signal }) {
    const { cid, name } = await resolvePath(session, path, { signal })
    const { archive, compress, 'compression-level': level } = options
    const { content, sizeBytes, type } = await openArchive(
      session,
      { cid, name },
      { archive, compress, level, mtimeMs: clock.now(), signal },
    )
    return { content, statedSizeBytes: sizeBytes, contentType: type }
  },
})
