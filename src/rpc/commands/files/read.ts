import { bytes, defineCommand } from '../../command.ts'
import { FLUSH_OPTION } from '../../files-options.ts'
import { arg, int } from '../../wire.ts'

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
})
