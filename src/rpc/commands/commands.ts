import { defineCommand, json } from '../declare/command.ts'
import { commandPaths, commandTree } from '../declare/manifest.ts'
import { bool } from '../declare/wire.ts'
import { type CommandNode, CommandTree } from '../shapes/node.ts'

/** Spec: RPC document, section 4, `/commands`. */
export const commands = defineCommand({
  path: 'commands',
  about: 'List all commands and their options',
  args: {},
  options: { flags: bool('List the options too, in text', { alias: 'f' }) },
  reply: json(CommandTree),
  text: (tree: CommandNode, { options }) =>
    commandPaths(tree, { withOptions: options.flags ?? false })
      .map((line) => `${line}\n`)
      .join(''),
  run: async (_node, { registry }) => commandTree(registry),
})
