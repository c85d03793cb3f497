import { bytes, defineCommand } from '../../../declare/command.ts'
import { bashCompletion } from '../../../print/process/shell-completion.ts'
import { only } from '../../../serve/only.ts'

/** The reference prints it on its command line alone. */
export const commandsCompletionBash = defineCommand({
  path: 'commands/completion/bash',
  about: 'Print a script by which bash completes the commands of a client',
  extension: true,
  args: {},
  options: {},
  reply: bytes(),
  async run(_node, { registry }) {
    const content = new TextEncoder().encode(bashCompletion(registry.map(({ path }) => path)))
    return { content: only(content), sizeBytes: content.byteLength }
  },
})
