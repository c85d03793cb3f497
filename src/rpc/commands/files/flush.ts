import { defineCommand, json } from '../../command.ts'
import { FLUSH_OPTION } from '../../files-options.ts'
import { FilesFlushed } from '../../shapes/files.ts'
import { optionalArg } from '../../wire.ts'

/** Spec: RPC document, section 4, `/files/flush`. */
export const filesFlush = defineCommand({
  path: 'files/flush',
  about: 'Write the changes of a path to the store',
  args: { path: optionalArg('Path to write; the root when absent') },
  options: { ...FLUSH_OPTION },
  reply: json(FilesFlushed),
})
