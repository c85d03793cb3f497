import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import {
  getLatest,
  getUpdate,
  getUpdateByCid,
  getUpdateByHeight,
} from '../../../src/ledger/queries/read-update.ts'
import {
  ADDRESS,
  creation,
  failure,
  ledgerOf,
  ledgerOfTwo,
  OTHER_ADDRESS,
  OTHER_ROLLAPP,
  queued,
  ROLLAPP,
  update,
} from './ledger-of.ts'

/** Blocks 1 to 3, 4 to 6 and 7 to 9; the first record is final. */
async function ledgerWithNine(): Promise<Ledger> {
  const ledger = await ledgerOfTwo()
  await ledger.submit(update(1n, 3n))
  await ledger.advance({ to: 2n })
  await ledger.submit(update(4n, 3n))
  await ledger.submit(update(1n, 1n, { rollappId: OTHER_ROLLAPP }))
  await ledger.advance({ to: 3n })
  await ledger.submit(update(7n, 3n))
  return ledger
}

const revert = (ledger: Ledger, height: bigint, accused?: string) =>
  ledger.revert({ rollappId: ROLLAPP, height, reason: 'a lie', accused })

describe('revertBlocks()', () => {
  it('cuts a record in its middle, in its place and its row, and drops the later ones', async () => {
    const ledger = await ledgerWithNine()
    const before = await getUpdate(await ledger.open(), { rollappId: ROLLAPP, index: 2n })

    const { reverted, ...rest } = await revert(ledger, 5n)

    expect(rest).toMatchObject({ kept: 2n, revision: 1n })
    expect(reverted).toHaveLength(2)
    const state = await ledger.open()
    const after = await getUpdate(state, { rollappId: ROLLAPP, index: 2n })
    expect(after).toMatchObject({
      record: { startHeight: 4n, numBlocks: 1n, creationHeight: 2n, BDs: { BD: [{ height: 4n }] } },
      finalHeight: before.finalHeight,
    })
    expect(reverted[0]?.equals(before.cid)).toBe(true)
    expect(await getUpdateByCid(state, before.cid)).toEqual({ record: before.record, cid: before.cid })
    expect((await getUpdateByCid(state, after.cid)).update).toEqual(after)
    expect(await queued(ledger, ROLLAPP)).toEqual(['5: 2'])
    await expect(getUpdateByHeight(state, { rollappId: ROLLAPP, height: 5n })).rejects.toMatchObject(
      failure(1017),
    )
    expect(await ledger.submit(update(5n, 2n))).toMatchObject({ index: 3n })
  })

  it('drops a record whole from its first block, and its index is given again', async () => {
    const ledger = await ledgerWithNine()

    expect(await revert(ledger, 4n)).toMatchObject({ kept: 1n, revision: 1n })

    expect(await queued(ledger, ROLLAPP)).toEqual([])
    expect(await ledger.submit(update(4n, 1n))).toMatchObject({ index: 2n })
    expect(await getLatest(await ledger.open(), { rollappId: ROLLAPP, finalized: false })).toMatchObject({
      record: { startHeight: 4n, stateInfoIndex: { index: 2n } },
    })
  })

  it('reverts the very first record', async () => {
    const ledger = ledgerOf()
    await ledger.create(creation())
    await ledger.submit(update(1n, 3n))

    expect(await revert(ledger, 1n)).toMatchObject({ kept: 0n, reverted: [expect.anything()] })

    const query = { rollappId: ROLLAPP, finalized: false }
    await expect(getLatest(await ledger.open(), query)).rejects.toMatchObject(failure(38, 'sdk'))
    expect(await ledger.submit(update(1n, 1n))).toMatchObject({ index: 1n })
  })

  it('leaves other rollapps in their rows', async () => {
    const ledger = await ledgerWithNine()

    await revert(ledger, 4n)

    expect(await ledger.advance({ to: 9n })).toMatchObject({
      finalized: [{ rollappId: OTHER_ROLLAPP, index: 1n }],
    })
  })

  it.each([
    ['a final record', 2n, 2000],
    ['the end of a final record', 3n, 2000],
    ['height 0', 0n, 1018],
    ['a height to come', 10n, 1017],
  ])('refuses %s', async (_, height, code) => {
    const ledger = await ledgerWithNine()
    await ledger.advance({ to: 4n })
    const root = await ledger.head()

    await expect(revert(ledger, height)).rejects.toMatchObject(failure(code))

    expect((await ledger.head()).equals(root)).toBe(true)
  })

  it('refuses a height that was reverted before, an unknown rollapp and the wrong accused', async () => {
    const ledger = await ledgerWithNine()

    await expect(revert(ledger, 5n, OTHER_ADDRESS)).rejects.toMatchObject(failure(2003))
    await expect(ledger.revert({ rollappId: 'no_1-1', height: 5n, reason: '' })).rejects.toMatchObject(
      failure(1007),
    )
    await revert(ledger, 5n, ADDRESS.toUpperCase())

    await expect(revert(ledger, 8n)).rejects.toMatchObject(failure(2001))
  })
})
