import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, int } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/read`. */
export const filesRead = defineCommand({
  path: 'files/read',
  about: 'Read a file of the mutable namespace',
  args: { path: arg('Path to read') },
  options: {
    offset: int('Byte to begin at', { alias: 'o', wire: 'int64' }),
    count: int('Most bytes to read', { alias: 'n', wire: 'int64' }),
    ...FLUSH_OPTION,
  },
  reply: bytes(),
  parts: ['files'],
  run: ({ files }, { args: { path }, options: { offset, count }, session, signal }) =>
    files.read(path, { offset, count, session, signal }),
})
