import { defineCommand, empty } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/config/edit`. */
export const configEdit = defineCommand({
  path: 'config/edit',
  about: 'Open the settings in an editor',
  args: {},
  options: {},
  reply: empty(),
})
