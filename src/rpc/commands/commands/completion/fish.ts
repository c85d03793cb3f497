import { bytes, defineCommand } from '../../../declare/command.ts'
import { fishCompletion } from '../../../print/process/shell-completion.ts'
import { only } from '../../../serve/only.ts'

/** The reference prints it on its command line alone. */
export const commandsCompletionFish = defineCommand({
  path: 'commands/completion/fish',
  about: 'Print a script by which fish completes the commands of a client',
  extension: true,
  args: {},
  options: {},
  reply: bytes(),
  async run(_node, { registry }) {
    const content = new TextEncoder().encode(fishCompletion(registry.map(({ path }) => path)))
    return { content: only(content), sizeBytes: content.byteLength }
  },
})
