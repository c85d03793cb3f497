import { beforeAll, describe, expect, it } from 'vitest'
import type { GenesisState } from '../../../proto/gen/ledger-schema.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { getUpdate } from '../../../src/ledger/queries/read-update.ts'
import { recordFromJson } from '../../../src/ledger/records/parse-json.ts'
import { toRestJson } from '../../../src/ledger/records/print-json.ts'
import { genesisPieces } from '../../../src/ledger/transfer/genesis-pieces.ts'
import { genesisJson } from '../../../src/ledger/transfer/print-genesis.ts'
import { creation, ledgerOf, queued, ROLLAPP, update } from './ledger-of.ts'

/** At ledger height 15: a final record of height 10, pending ones of heights 13 and 15. */
async function documentAt15(): Promise<GenesisState> {
  const ledger = ledgerOf()
  await ledger.create(creation())
  for (const [start, height] of [10n, 13n, 15n].entries()) {
    await ledger.advance({ to: height })
    await ledger.submit(update(BigInt(start + 1), 1n))
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of genesisJson(genesisPieces(await ledger.open()))) chunks.push(chunk)
  const text = new Uint8Array(await new Blob(chunks.map((chunk) => chunk.slice())).arrayBuffer())
  return recordFromJson('GenesisState', text)
}

async function creations(ledger: Ledger): Promise<bigint[]> {
  const state = await ledger.open()
  const updates = [1n, 2n, 3n].map((index) => getUpdate(state, { rollappId: ROLLAPP, index }))
  return (await Promise.all(updates)).map(({ record }) => record.creationHeight)
}

let genesis: GenesisState
beforeAll(async () => {
  genesis = await documentAt15()
})

describe('importGenesis() with mode rebase', () => {
  it.each([
    [20n, [10n, 13n, 15n], ['21: 2', '23: 3']],
    [15n, [10n, 13n, 15n], ['16: 2', '18: 3']],
    [7n, [2n, 5n, 7n], ['8: 2', '10: 3']],
    [0n, [0n, 0n, 0n], ['1: 2', '3: 3']],
  ])('moves all heights, in a ledger at height %s', async (height, created, rows) => {
    const copy = ledgerOf()
    if (height > 0n) await copy.advance({ to: height })

    await copy.importGenesis(genesis, { mode: 'rebase' })

    expect(await creations(copy)).toEqual(created)
    expect(await queued(copy)).toEqual(rows)
    expect(await copy.advance({ by: 3n })).toMatchObject({ finalized: [{ index: 2n }, { index: 3n }] })
  })

  it('imports the document of a network, which lacks its height: that of its last record', async () => {
    const unsaid = { ...genesis, ledgerHeight: 0n }
    const copy = ledgerOf()

    await expect(copy.importGenesis(unsaid, { mode: 'keep' })).rejects.toMatchObject({
      details: { code: 3006, invariant: 'creation-height' },
    })
    await copy.importGenesis(unsaid, { mode: 'rebase' })

    expect(await queued(copy)).toEqual(['1: 2', '3: 3'])
  })
})

describe('a row of a genesis document', () => {
  const queuedAt = (finalizationHeight: bigint): GenesisState => ({
    ...genesis,
    blockHeightToFinalizationQueueList: [
      {
        finalizationHeight,
        finalizationQueue: [2n, 3n].map((index) => ({ rollappId: ROLLAPP, index })),
      },
    ],
  })

  it.each([
    [14n, 0n, 'keep'],
    [2n ** 64n - 1n, 100n, 'rebase'],
  ] as const)('is refused at height %s, in a ledger at %s, mode %s', async (row, height, mode) => {
    const copy = ledgerOf()
    if (height > 0n) await copy.advance({ to: height })

    await expect(copy.importGenesis(queuedAt(row), { mode })).rejects.toMatchObject({
      details: { code: 3006, invariant: 'queue' },
    })
  })

  it('may be as far as heights go', async () => {
    const copy = ledgerOf()

    await copy.importGenesis(queuedAt(2n ** 64n - 1n), { mode: 'keep' })

    expect(await queued(copy)).toEqual([`${2n ** 64n - 1n}: 2`, `${2n ** 64n - 1n}: 3`])
  })
})

describe('a genesis document as networks print it', () => {
  it('is read with declared names, all defaults and the lists that are not kept', () => {
    const printed = JSON.stringify(toRestJson('GenesisState', genesis))

    expect(printed).toContain('"tokenMetadata":[]')
    expect(printed).toContain('"dispute_period_in_blocks":"3"')
    expect(recordFromJson('GenesisState', new TextEncoder().encode(printed))).toEqual(genesis)
  })
})
