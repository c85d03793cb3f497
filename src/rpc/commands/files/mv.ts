import { defineCommand, empty } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/mv`. */
export const filesMv = defineCommand({
  path: 'files/mv',
  about: 'Move within the mutable namespace',
  args: { source: arg('Path to move'), dest: arg('Path to move to') },
  options: { ...FLUSH_OPTION },
  reply: empty(),
  parts: ['files', 'repo'],
  run: ({ files, repo }, { args: { source, dest }, session, signal }) =>
    repo.whileAdding(() => files.move(source, dest, { session, signal }), { signal }),
})
