import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArg } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { FilesListing } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/files/ls`. */
export const filesLs = defineCommand({
  path: 'files/ls',
  about: 'List a directory of the mutable namespace',
  args: { path: optionalArg('Path to list; the root when absent') },
  options: {
    long: bool('Give type, size and CID of each entry', { alias: 'l' }),
    U: bool('Do not sort'),
    ...FLUSH_OPTION,
  },
  reply: json(FilesListing),
})
