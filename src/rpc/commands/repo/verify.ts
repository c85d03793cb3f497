import type * as z from 'zod/mini'
import { DomainError } from '../../../errors.ts'
import type { VerifiedBlock } from '../../../repo/verify-blocks.ts'
import { defineCommand, ndjson } from '../../command.ts'
import { clientError } from '../../errors.ts'
import { RepoProgress } from '../../shapes/node.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/repo/verify`. Spec gap: the options are today's, with the texts of today. */
export const repoVerify = defineCommand({
  path: 'repo/verify',
  about: 'Check that every block is what its CID says',
  args: {},
  options: {
    drop: bool('Remove broken blocks', { fallback: false }),
    heal: bool('Fetch broken blocks again', { fallback: false }),
  },
  reply: ndjson(RepoProgress),
  text: progressText,
  async *run({ repo }, { options: { drop, heal }, signal }) {
    if (heal) throw clientError('unsupported', NEEDS_PEERS)
    yield* verifiedLines(repo.verify({ drop, signal }))
  },
})

/** Nothing is removed that could not be fetched. */
const NEEDS_PEERS = "this command must be run in online mode. Try running 'ipfs daemon' first"

type Line = z.infer<typeof RepoProgress>

async function* verifiedLines(blocks: AsyncIterable<VerifiedBlock>): AsyncGenerator<Line> {
  const counts = { good: 0, corrupt: 0, removed: 0 }
  let seen = 0
  for await (const { cid, state } of blocks) {
    counts[state] += 1
    seen += 1
    if (state !== 'good')
      yield said(`block ${cid} was corrupt (${REASON})${state === 'removed' ? ', removed' : ''}`)
    yield { Msg: '', Progress: seen }
  }
  if (counts.corrupt > 0) {
    throw new DomainError('failed-precondition', 'verify complete, some blocks were corrupt')
  }
  yield said(
    counts.removed > 0
      ? `verify complete, ${counts.removed} blocks corrupt, ${counts.removed} removed`
      : 'verify complete, all blocks validated.',
  )
}

const REASON = 'block in storage has different hash than requested'

function said(Msg: string): Line {
  return { Msg, Progress: 0 }
}

function progressText({ Msg, Progress }: Line): string {
  return Msg === '' ? `${Progress} blocks processed.\r` : `${Msg}\n`
}
