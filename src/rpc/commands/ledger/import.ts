import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { onlyFilePart } from '../../form/only-part.ts'
import { firstByte } from '../../options/first-byte.ts'
import { CAR_BYTE, formatOf, readMessage, readRoot, STATE_TYPES } from '../../options/ledger-input.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { only } from '../../serve/only.ts'
import { LedgerImported } from '../../shapes/ledger.ts'

const LIMIT_BYTES = 32 * 1024 * 1024

/** Spec gap: the ledger document shows no import. */
export const ledgerImport = defineCommand({
  path: 'ledger/import',
  about: 'Fill a ledger without rollapps from a genesis document, or take over the root of a CAR',
  extension: true,
  args: {},
  options: {
    format: text('json, protobuf or car; found out by type and first byte when it is not sent'),
    mode: text('keep takes over the heights of a genesis document, rebase goes on from this ledger', {
      fallback: 'keep',
    }),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  body: 'data',
  rawTypes: STATE_TYPES,
  reply: json(LedgerImported),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { options: { mode, ...options }, body, signal }) {
    if (mode !== 'keep' && mode !== 'rebase') throw clientError('invalid-argument', `invalid mode: ${mode}`)
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const part = await onlyFilePart(body)
    const { first, content } = await firstByte(part.content)
    const format = formatOf(part, options.format) ?? (first === CAR_BYTE ? 'car' : undefined)
    const limits = { format, limitBytes: LIMIT_BYTES }
    const genesis =
      format === 'car' ? undefined : await readMessage('GenesisState', only({ ...part, content }), limits)
    const add = () =>
      genesis
        ? ledger.importGenesis(genesis, { mode, expectedRoot, signal })
        : ledger.importCar(content, { expectedRoot, signal })
    const { root } = await repo.whileAdding(add, { signal })
    const state = await ledger.open(root, { signal })
    return {
      Height: `${state.height}`,
      Rollapps: `${await state.rollappCount({ signal })}`,
      Root: formatCidLink(root),
    }
  },
})
