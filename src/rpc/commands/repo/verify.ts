import type * as z from 'zod/mini'
import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { VerifiedBlock } from '../../../repo/verify-blocks.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { readDurationMs } from '../../options/duration.ts'
import { RepoProgress } from '../../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/repo/verify`. Spec gap: options and texts are today's. `heal` reads from the
 * gateways in `HEAL_HOSTS` and needs no peers.
 */
export const repoVerify = defineCommand({
  path: 'repo/verify',
  about: 'Check that every block is what its CID says',
  args: {},
  options: {
    drop: bool('Remove broken blocks', { fallback: false }),
    heal: bool('Replace broken blocks from another copy, or remove them', { fallback: false }),
    'heal-timeout': text('How long each gateway may take for one block, at most 30s', {
      fallback: '30s',
    }),
  },
  reply: ndjson(RepoProgress),
  text: progressText,
  parts: ['repo'],
  async *run({ repo }, { options, signal }) {
    const { drop, heal } = options
    const healTimeoutMs = readHealTimeout(options['heal-timeout'])
    yield* verifiedLines(repo.verify({ drop, heal, healTimeoutMs, signal }))
  },
})

/** Milliseconds. Throws `invalid-argument` with the reference's texts, also for a call that heals nothing. */
function readHealTimeout(duration: string): number {
  const durationMs = readDurationMs(duration, { prefix: 'invalid heal-timeout: ' })
  if (durationMs >= 0) return durationMs
  throw new DomainError('invalid-argument', 'heal-timeout must be >= 0')
}

type Line = z.infer<typeof RepoProgress>

async function* verifiedLines(blocks: AsyncIterable<VerifiedBlock>): AsyncGenerator<Line> {
  const counts = { good: 0, corrupt: 0, removed: 0, healed: 0, missing: 0 }
  let seen = 0
  for await (const { cid, state } of blocks) {
    counts[state] += 1
    seen += 1
    if (state !== 'good') yield messageLine(`block ${cid} was corrupt (${REASON})${outcomeOf(cid, state)}`)
    yield { Msg: '', Progress: seen }
  }
  if (counts.corrupt > 0) {
    throw new DomainError('failed-precondition', 'verify complete, some blocks were corrupt')
  }
  const { removed, healed, missing } = counts
  const found = removed + healed + missing
  const parts = [
    `${found} blocks corrupt`,
    `${found} removed`,
    ...(healed > 0 ? [`${healed} healed`] : []),
    ...(missing > 0 ? [`${missing} failed to heal`] : []),
  ]
  const summary = `verify complete, ${parts.join(', ')}`
  if (missing > 0) throw new DomainError('failed-precondition', summary)
  yield messageLine(found > 0 ? summary : 'verify complete, all blocks validated.')
}

function outcomeOf(cid: CID, state: VerifiedBlock['state']): string {
  if (state === 'healed') return ', removed, healed'
  if (state === 'missing') return `, removed, failed to heal (ipld: could not find ${cid})`
  return state === 'removed' ? ', removed' : ''
}

const REASON = 'block in storage has different hash than requested'

function messageLine(Msg: string): Line {
  return { Msg, Progress: 0 }
}

function progressText({ Msg, Progress }: Line): string {
  return Msg === '' ? `${Progress} blocks processed.\r` : `${Msg}\n`
}
