import type { SweepReport } from '../../../ports/blockstore.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { MessageReply } from '../../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/repo/fsck`. Spec gap: the reference's command does nothing and says so. This one
 * removes stored bytes without an index row, restores the rows of a lost index, and says what it did in the same
 * reply.
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

function messageOf({ removedBlocks, indexedBlocks, unreadable }: SweepReport): string {
  const sentences = [
    `removed ${removedBlocks} orphaned blocks`,
    `indexed ${indexedBlocks} lost blocks again`,
    ...unreadable.map((sentence) => `cannot read ${sentence}`),
  ]
  return sentences.map((sentence) => `repo fsck: ${sentence}\n`).join('')
}
