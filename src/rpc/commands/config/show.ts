import { defineCommand, json } from '../../declare/command.ts'
import { Settings } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/config/show`. */
export const configShow = defineCommand({
  path: 'config/show',
  about: 'Show the settings without secrets',
  args: {},
  options: {},
  reply: json(Settings),
})
