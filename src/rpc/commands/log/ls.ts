import { defineCommand, json } from '../../declare/command.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/log/ls`. */
export const logLs = defineCommand({
  path: 'log/ls',
  about: 'List the subsystems that log',
  args: {},
  options: {},
  reply: json(Strings),
  text: ({ Strings: names }: { readonly Strings: readonly string[] | null }) =>
    `${(names ?? []).join('\n')}\n`,
  parts: ['logger'],
  run: async ({ logger }) => ({ Strings: [...logger.subsystems()] }),
})
