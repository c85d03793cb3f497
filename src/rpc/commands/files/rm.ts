import { defineCommand, empty } from '../../command.ts'
import { FLUSH_OPTION } from '../../files-options.ts'
import { args, bool } from '../../wire.ts'

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
})
