import { defineCommand, empty } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/rm`. */
export const filesRm = defineCommand({
  path: 'files/rm',
  about: 'Remove from the mutable namespace',
  args: { path: args('Paths to remove') },
  options: {
    recursive: bool('Remove directories with what is in them', { alias: 'r' }),
    force: bool('Remove directories too, and ignore what is absent'),
    ...FLUSH_OPTION,
  },
  reply: empty(),
  parts: ['files', 'repo'],
  run: ({ files, repo }, { args: { path: paths }, options: { recursive, force }, session, signal }) =>
    repo.whileAdding(() => files.remove(paths, { recursive, force, session, signal }), { signal }),
})
