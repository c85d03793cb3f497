import { parseCid } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArg } from '../../declare/wire.ts'
import { MessageReply } from '../../shapes/node.ts'

/**
 * Spec gap: not in the document. The reference implementation 0.44 has it only on the command line, where it
 * opens the storage of a stopped node. The texts are those of the reference.
 */
export const filesChroot = defineCommand({
  path: 'files/chroot',
  about: 'Replace the root of the mutable namespace',
  extension: true,
  status: 'experimental',
  args: { cid: optionalArg('New root, which is a directory held here; an empty one when absent') },
  options: { confirm: bool('Confirm this potentially destructive operation') },
  reply: json(MessageReply),
  text: ({ Message: message }: { Message: string }) => message,
  parts: ['files', 'repo'],
  async run({ files, repo }, { args, options: { confirm }, session, signal, printCid }) {
    if (!confirm) {
      throw new DomainError(
        'failed-precondition',
        'this is a potentially destructive operation; pass --confirm to proceed',
      )
    }
    const cid = args.cid === undefined ? undefined : parseCid(args.cid)
    const replace = () => files.replaceRoot(cid, { session, signal })
    const { before, after } = await repo.whileAdding(replace, { signal })
    const to = printCid(after)
    if (!before) return { Message: `MFS root changed to ${to}\nThe old root could not be read.\n` }
    const from = printCid(before)
    return {
      Message: `MFS root changed from ${from} to ${to}\nThe old root ${from} will be garbage collected unless pinned.\n`,
    }
  },
})
