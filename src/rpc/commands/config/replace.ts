import { defineCommand, empty } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/config/replace`. */
export const configReplace = defineCommand({
  path: 'config/replace',
  about: 'Replace the settings by the request body',
  args: {},
  options: {},
  body: 'file',
  reply: empty(),
})
