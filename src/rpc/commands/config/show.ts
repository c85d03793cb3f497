import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { settingText } from '../../options/setting-value.ts'
import { ConfigDocument } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/config/show`. Spec gap: `environment` is our own, for editors of settings. */
export const configShow = defineCommand({
  path: 'config/show',
  about: 'Show the settings without secrets',
  args: {},
  options: {
    environment: bool('Show only which settings the environment sets: the variable of each, by name', {
      fallback: false,
    }),
  },
  reply: json(ConfigDocument),
  text: (document: unknown) => settingText(document),
  parts: ['configuration'],
  run: async ({ configuration }, { options: { environment }, signal }) =>
    environment ? configuration.heldByEnvironment : configuration.show({ signal }),
})
