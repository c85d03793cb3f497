import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/cp`. */
export const filesCp = defineCommand({
  path: 'files/cp',
  about: 'Copy into the mutable namespace without reading the content',
  args: { source: arg('Path under /ipfs or in the namespace'), dest: arg('Path in the namespace') },
  options: {
    parents: bool('Make the directories on the way', { alias: 'p' }),
    force: bool('Replace what is at the destination'),
    ...FLUSH_OPTION,
  },
  reply: empty(),
  parts: ['files', 'repo'],
  run: ({ files, repo }, { args: { source, dest }, options: { parents, force }, session, signal }) =>
    repo.whileAdding(() => files.copy(source, dest, { parents, force, session, signal }), { signal }),
})
