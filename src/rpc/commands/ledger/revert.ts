import { defineCommand, json } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerReverted } from '../../shapes/ledger.ts'

/** Spec gap: the ledger document has no way to take records back. */
export const ledgerRevert = defineCommand({
  path: 'ledger/revert',
  about: 'Revert the blocks of a rollapp from a height on',
  extension: true,
  args: { rollapp: arg('Rollapp id'), height: arg('The first bad block') },
  options: {
    reason: text('Why, in words', { fallback: '' }),
    accused: text('Change nothing unless this address submitted that block'),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  reply: json(LedgerReverted),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { args: { rollapp, height }, options, signal }) {
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const { reason, accused } = options
    const wanted = { rollappId: rollapp, height: readUint64('height', height) ?? 0n, reason, accused }
    const revert = () => ledger.revert(wanted, { expectedRoot, signal })
    const { rollappId, kept, revision, reverted, root } = await repo.whileAdding(revert, { signal })
    return {
      ...{ RollappId: rollappId, Kept: `${kept}`, Revision: `${revision}` },
      Reverted: reverted.map(formatCidLink),
      Root: formatCidLink(root),
    }
  },
})
