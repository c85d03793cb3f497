import { defineCommand, empty } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'
import { octalMode } from '../../options/octal-mode.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const filesChmod = defineCommand({
  path: 'files/chmod',
  about: 'Change the mode of a path of the mutable namespace',
  extension: true,
  status: 'experimental',
  args: { mode: arg('Permission bits in octal; 0 takes the mode away'), path: arg('Path to change') },
  options: { ...FLUSH_OPTION },
  reply: empty(),
  parts: ['files', 'repo'],
  async run({ files, repo }, { args: { mode, path }, session, signal }) {
    const bits = octalMode(mode)
    await repo.whileAdding(() => files.changeMode(path, bits, { session, signal }), { signal })
  },
})
