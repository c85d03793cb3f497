import { defineCommand, empty } from '../../command.ts'
import { FLUSH_OPTION } from '../../files-options.ts'
import { arg } from '../../wire.ts'

/** Spec: RPC document, section 4, `/files/mv`. */
export const filesMv = defineCommand({
  path: 'files/mv',
  about: 'Move within the mutable namespace',
  args: { source: arg('Path to move'), dest: arg('Path to move to') },
  options: { ...FLUSH_OPTION },
  reply: empty(),
})
