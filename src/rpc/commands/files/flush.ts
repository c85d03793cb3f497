import { defineCommand, json } from '../../declare/command.ts'
import { optionalArg } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { FilesFlushed } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/files/flush`. */
export const filesFlush = defineCommand({
  path: 'files/flush',
  about: 'Write the changes of a path to the store',
  args: { path: optionalArg('Path to write; the root when absent') },
  options: { ...FLUSH_OPTION },
  reply: json(FilesFlushed),
  parts: ['files', 'repo'],
  async run({ files, repo }, { args: { path = '/' }, session, signal, printCid }) {
    // Spec gap: the reference implementation does not require a leading slash here.
    const absolute = path.startsWith('/') ? path : `/${path}`
    const cid = await repo.whileAdding(() => files.flush(absolute, { session, signal }), { signal })
    return { Cid: printCid(cid) }
  },
})
