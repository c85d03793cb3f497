import { DomainError } from '../../../errors.ts'
import { defineCommand, failures } from '../../declare/command.ts'
import { args, bool } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/**
 * Spec: RPC document, section 4, `/files/rm`. A path that cannot be removed does not keep the others, and its error
 * is a line of the reply, as at today's reference.
 */
export const filesRm = defineCommand({
  path: 'files/rm',
  about: 'Remove from the mutable namespace',
  args: { path: args('Paths to remove') },
  options: {
    recursive: bool('Remove directories with what is in them', { alias: 'r' }),
    force: bool('Remove directories too, and ignore what is absent'),
    ...FLUSH_OPTION,
  },
  reply: failures(),
  text: (failure: string) => `${failure}\n`,
  parts: ['files', 'repo'],
  async *run({ files, repo }, { args: { path: paths }, options: { recursive, force }, session, signal }) {
    const failed = await repo.whileAdding(() => files.remove(paths, { recursive, force, session, signal }), {
      signal,
    })
    yield* failed
    if (failed.length > 0) throw new DomainError('failed-precondition', "can't remove some files")
  },
})
