import { describe, expect, it } from 'vitest'
import { isDomainError } from '../../../src/errors.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { getUpdateByHeight, updateAt } from '../../../src/ledger/queries/read-update.ts'
import { checkState } from '../../../src/ledger/transfer/check-state.ts'
import { ROUNDS } from '../fuzz/fuzz.ts'
import { creation, ledgerOf, update } from './ledger-of.ts'

/** Park and Miller's generator: a failure can be run again by its seed. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 0x7fff_ffff
    return state % below
  }
}

const IDS = ['a_1-1', 'b_40-1', 'c_9000000-1']

/** One operation by chance, of those that may succeed and those that must not. */
async function operate(ledger: Ledger, below: (count: number) => number): Promise<unknown> {
  const rollappId = IDS[below(IDS.length)] ?? ''
  const state = await ledger.open()
  const rollapp = await state.findRollapp(rollappId)
  const last = rollapp && (await updateAt(state, rollapp, 'latest'))
  const next = last ? last.record.startHeight + last.record.numBlocks : 1n
  switch (below(8)) {
    case 0:
      return ledger.advance({ by: BigInt(below(5)) })
    case 1:
      return ledger.revert({ rollappId, height: BigInt(below(Number(next) + 1)), reason: 'by chance' })
    case 2:
      return ledger.setParams({ disputePeriod: BigInt(below(12)), onePerHeight: below(3) === 0 })
    case 3:
      return rollapp
        ? ledger.submit(update(next + 1n, 1n, { rollappId }))
        : ledger.create(creation({ rollappId }))
    default:
      return ledger.submit(update(next, BigInt(below(3) + 1), { rollappId }))
  }
}

/** One of them; more in the soak run. */
const SEEDS = Array.from({ length: Math.max(1, ROUNDS / 600) }, (_, at) => 11 + at)

describe.each(SEEDS)('operations by chance, seed %i', (seed) => {
  it('lead from one state that is right to the next, or change nothing', async () => {
    const below = chance(seed)
    const final = new Map<string, bigint>()
    const ledger = ledgerOf({
      async onFinal() {
        if (below(10) === 0) throw new Error('not now')
      },
    })
    for (let step = 0; step < 250; step += 1) {
      const before = await ledger.head()
      const failure = await operate(ledger, below).then(
        () => undefined,
        (error: unknown) => error,
      )

      const where = `step ${step}: ${failure}`
      const state = await ledger.open()
      if (failure) {
        expect(isDomainError(failure), where).toBe(true)
        expect(state.cid.equals(before), where).toBe(true)
      }
      await checkState(state).catch((error: unknown) => expect.fail(`${where}: ${error}`))
      for await (const [, { id, latestFinal }] of state.rollapps()) {
        expect(latestFinal, where).toBeGreaterThanOrEqual(final.get(id) ?? 0n)
        final.set(id, latestFinal)
        const last = await updateAt(state, await state.rollapp(id), 'latest')
        for (
          let height = 1n;
          last && height < last.record.startHeight + last.record.numBlocks;
          height += 3n
        ) {
          const { record } = await getUpdateByHeight(state, { rollappId: id, height })
          expect(record.startHeight <= height && height < record.startHeight + record.numBlocks).toBe(true)
        }
      }
    }
    expect([...final.values()].some((index) => index > 3n)).toBe(true)
  }, 60_000)
})
