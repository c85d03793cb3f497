import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool, int } from '../../declare/wire.ts'
import { CID_FORM_OPTIONS, FLUSH_OPTION, METADATA_OPTIONS } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/write`. */
export const filesWrite = defineCommand({
  path: 'files/write',
  about: 'Write the request body into a file of the mutable namespace',
  args: { path: arg('Path to write to') },
  options: {
    offset: int('Byte to begin at', { alias: 'o', wire: 'int64' }),
    create: bool('Make the file when it is absent', { alias: 'e' }),
    parents: bool('Make the directories on the way', { alias: 'p' }),
    truncate: bool('Cut the file to nothing first', { alias: 't' }),
    count: int('Most bytes to take', { alias: 'n', wire: 'int64' }),
    'raw-leaves': bool('Use raw blocks for new leaves', { status: 'experimental' }),
    ...CID_FORM_OPTIONS,
    ...METADATA_OPTIONS,
    ...FLUSH_OPTION,
  },
  body: 'data',
  reply: empty(),
})
