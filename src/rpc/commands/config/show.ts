import { defineCommand, json } from '../../declare/command.ts'
import { settingText } from '../../options/setting-value.ts'
import { ConfigDocument } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/config/show`. */
export const configShow = defineCommand({
  path: 'config/show',
  about: 'Show the settings without secrets',
  args: {},
  options: {},
  reply: json(ConfigDocument),
  text: (document: unknown) => settingText(document),
  parts: ['configuration'],
  run: ({ configuration }, { signal }) => configuration.show({ signal }),
})
