import { bytes, defineCommand } from '../../../declare/command.ts'
import { zshCompletion } from '../../../print/process/shell-completion.ts'
import { only } from '../../../serve/only.ts'

/** The reference prints it on its command line alone. */
export const commandsCompletionZsh = defineCommand({
  path: 'commands/completion/zsh',
  about: 'Print a script by which zsh completes the commands of a client',
  extension: true,
  args: {},
  options: {},
  reply: bytes(),
  async run(_node, { registry }) {
    const content = new TextEncoder().encode(zshCompletion(registry.map(({ path }) => path)))
    return { content: only(content), sizeBytes: content.byteLength }
  },
})
