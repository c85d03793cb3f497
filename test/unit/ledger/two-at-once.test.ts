import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryPorts } from '../memory-ports.ts'
import { creation, failure, ledgerOf, ROLLAPP, update } from './ledger-of.ts'

/** Two ledgers over one storage, in one process or as two processes that share no locks. */
async function twoLedgers({ shareLocks }: { readonly shareLocks: boolean }): Promise<[Ledger, Ledger]> {
  const ports = memoryPorts()
  const { blockstore, datastore, locks } = ports
  const first = ledgerOf({ blockstore, datastore, locks })
  const second = ledgerOf({ blockstore, datastore, locks: shareLocks ? locks : memoryLocks() })
  await first.create(creation())
  return [first, second]
}

describe.each([{ shareLocks: true }, { shareLocks: false }])('two who submit at once, %o', (options) => {
  it('one wins, the other is told that its height is taken', async () => {
    const [first, second] = await twoLedgers(options)
    await first.setParams({ onePerHeight: false })

    const outcomes = await Promise.allSettled([first.submit(update(1n, 2n)), second.submit(update(1n, 2n))])

    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(refused).toMatchObject(failure(1009))
  })

  it('the other is told that there was one at this ledger height, where that is the rule', async () => {
    const [first, second] = await twoLedgers(options)

    const outcomes = await Promise.allSettled([first.submit(update(1n, 2n)), second.submit(update(3n, 2n))])

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect([1009, 1010]).toContain(refused.details.code)
  })

  it('the other is told that its root has moved, when it named one', async () => {
    const [first, second] = await twoLedgers(options)
    const expectedRoot = await first.head()

    const outcomes = await Promise.allSettled([
      first.submit(update(1n, 2n), { expectedRoot }),
      second.submit(update(1n, 2n), { expectedRoot }),
    ])

    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject(failure(3007))
  })

  it('both win who change different rollapps, and no change is lost', async () => {
    const [first, second] = await twoLedgers(options)
    const ids = Array.from({ length: 10 }, (_, at) => `many_${at + 1}-1`)

    const created = ids.map((rollappId, at) => (at % 2 ? first : second).create(creation({ rollappId })))
    await Promise.all(created)
    const submitted = ids.map((rollappId, at) =>
      (at % 2 ? first : second).submit(update(1n, 1n, { rollappId })),
    )
    await Promise.all(submitted)

    const { finalized } = await first.advance({ to: 3n })
    expect(finalized.map(({ rollappId }) => rollappId).sort()).toEqual([...ids].sort())
    expect(await (await second.open()).rollappCount()).toBe(11)
    await expect((await second.open()).rollapp(ROLLAPP)).resolves.toBeDefined()
  })
})
