import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { FilesStat } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/files/stat`. */
export const filesStat = defineCommand({
  path: 'files/stat',
  about: 'Show the status of a path',
  args: { path: arg('Path in the namespace or under /ipfs') },
  options: {
    format: text('Format with the tokens <hash>, <size>, <cumulsize>, <type> and <childs>'),
    hash: bool('Print only the CID'),
    size: bool('Print only the size'),
    'with-local': bool('Count the bytes that are held'),
    ...FLUSH_OPTION,
  },
  reply: json(FilesStat),
})
