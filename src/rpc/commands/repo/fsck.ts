import { defineCommand, json } from '../../command.ts'
import { Message } from '../../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/repo/fsck`. Spec gap: the reference's command does nothing and says so;
 * this one removes stored bytes that no index names, and adds a line when there were any.
 */
export const repoFsck = defineCommand({
  path: 'repo/fsck',
  about: 'Remove what a killed process has left behind',
  args: {},
  options: {},
  reply: json(Message),
  text: (value: { Message: string }) => value.Message,
  async run({ repo }, { signal }) {
    const swept = await repo.sweep({ signal })
    return { Message: swept === 0 ? NOTHING_DONE : `${NOTHING_DONE}removed ${swept} orphaned blocks\n` }
  },
})

const NOTHING_DONE = '`ipfs repo fsck` is deprecated and does nothing.\n'
