import type { SweepReport } from '../../../ports/blockstore.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { MessageReply } from '../../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/repo/fsck`. Spec gap: the reference's command does nothing and says so, in a
 * text that clients know. This one removes stored bytes without an index row, and restores the rows of a lost
 * index. If it changed anything, it reports that instead.
 */
export const repoFsck = defineCommand({
  path: 'repo/fsck',
  about: 'Remove what a killed process left behind, and index lost blocks again',
  args: {},
  options: {},
  reply: json(MessageReply),
  text: (value: { Message: string }) => value.Message,
  parts: ['repo'],
  async run({ repo }, { signal }) {
    return { Message: messageOf(await repo.sweep({ signal })) }
  },
})

const NOTHING_DONE = '`ipfs repo fsck` is deprecated and does nothing.\n'

function messageOf({ removedBlocks, indexedBlocks, unreadable }: SweepReport): string {
  const lines = [
    ...(removedBlocks > 0 ? [`repo fsck: removed ${removedBlocks} orphaned blocks`] : []),
    ...(indexedBlocks > 0 ? [`repo fsck: indexed ${indexedBlocks} lost blocks again`] : []),
    ...unreadable.map((sentence) => `repo fsck: cannot read ${sentence}`),
  ]
  return lines.length === 0 ? NOTHING_DONE : `${lines.join('\n')}\n`
}
