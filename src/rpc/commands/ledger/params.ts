import type { LedgerParams as Params } from '../../../ledger/state/params.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool, list, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink, formatParams } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerParamsReply } from '../../shapes/ledger.ts'

/** Spec gap: the ledger document shows no parameters. */
export const ledgerParams = defineCommand({
  path: 'ledger/params',
  about: 'Show the parameters, height and newest root of the ledger, or change parameters',
  extension: true,
  args: {},
  options: {
    'dispute-period': text('Ledger heights until a record is final, at least 1'),
    enabled: bool('Take new rollapps and updates'),
    'one-per-height': bool('Take one update of a rollapp at a ledger height'),
    deployer: list('An address that may create rollapps; :N after it lets it create N at most'),
    'any-deployer': bool('Let anybody create rollapps again', { fallback: false }),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  reply: json(LedgerParamsReply),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { options, signal }) {
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const disputePeriod = readUint64('dispute-period', options['dispute-period'])
    const { enabled, 'one-per-height': onePerHeight } = options
    const changes: Partial<Params> = {
      ...(disputePeriod !== undefined && { disputePeriod }),
      ...(enabled !== undefined && { enabled }),
      ...(onePerHeight !== undefined && { onePerHeight }),
      ...(options['any-deployer'] && { deployers: [] }),
      ...(options.deployer.length > 0 && { deployers: options.deployer.map(readDeployer) }),
    }
    const isChange = Object.keys(changes).length > 0
    const change = () => ledger.setParams(changes, { expectedRoot, signal })
    const root = isChange ? (await repo.whileAdding(change, { signal })).root : undefined
    const state = await ledger.open(root, { signal })
    return { ...formatParams(state.params), Height: `${state.height}`, Root: formatCidLink(state.cid) }
  },
})

function readDeployer(text: string) {
  const [address = '', ...most] = text.split(':')
  const limit = most.length === 0 ? undefined : most.join(':')
  return { address, maxRollapps: readUint64('deployer', limit) ?? 0n }
}
